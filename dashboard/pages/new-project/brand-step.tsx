import { Button } from '../../ui/button.tsx';
import { CountryField } from '../../ui/country-field.tsx';
import { withScheme } from '../../ui/field-faults.words.ts';
import { Field, Form, FormButtons, FormNote } from '../../ui/form.tsx';
import { NameList } from '../../ui/name-list.tsx';
import { Section } from '../../ui/section.tsx';
import type { Made } from './create-project.ts';
import type { BrandDraft, Draft } from './draft.ts';
import { WORDS } from './new-project.words.ts';
import type { StepFaults } from './step-faults.ts';

export interface StepProps {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  made: Made;
  /** Those to be shown. */
  faults: StepFaults;
}

/** The brand: what is looked for in every answer. */
export function BrandStep({ draft, setDraft, made, faults: { fields }, onNext }: StepProps & { onNext: () => void }) {
  const { brand } = draft;
  const isMade = made.projectId !== null;
  const change = (changed: Partial<BrandDraft>) => setDraft({ ...draft, brand: { ...brand, ...changed } });
  return (
    <Section label="Step 1 of 3" finding={WORDS.whichBrandDoYouWantToMonitor} note={WORDS.everyAnswerIsSearched}>
      <Form onSubmit={onNext} noValidate>
        {isMade && <FormNote>{WORDS.savedYouCanChangeItLater}</FormNote>}
        <Field
          label="Brand"
          name="brandName"
          value={brand.brandName}
          required
          disabled={isMade}
          fault={fields['brandName']}
          hint={WORDS.theNameAsYourCustomersWriteIt}
          onChange={({ target }) => change({ brandName: target.value })}
        />
        <Field
          label="Website"
          name="websiteUrl"
          value={brand.websiteUrl}
          required
          disabled={isMade}
          inputMode="url"
          placeholder="https://"
          fault={fields['websiteUrl']}
          hint={WORDS.citedPagesOfThisSiteCount}
          onChange={({ target }) => change({ websiteUrl: target.value })}
          onBlur={() => change({ websiteUrl: withScheme(brand.websiteUrl) })}
        />
        <NameList
          label="Other names"
          initial={brand.aliases}
          disabled={isMade}
          fault={fields['aliases']}
          hint={WORDS.abbreviationsProductNames}
          onChange={(aliases) => change({ aliases })}
        />
        <Field
          label={WORDS.whatItSells}
          name="mainTopic"
          value={brand.mainTopic}
          disabled={isMade}
          fault={fields['mainTopic']}
          hint={WORDS.forExampleRunningShoesUsed}
          onChange={({ target }) => change({ mainTopic: target.value })}
        />
        <CountryField
          value={brand.targetCountry}
          disabled={isMade}
          fault={fields['targetCountry']}
          hint={WORDS.whereTheQuestionsAreAskedFrom}
          onChange={(targetCountry) => change({ targetCountry })}
        />
        <FormButtons>
          <Button isMain type="submit">
            Next: competitors
          </Button>
        </FormButtons>
      </Form>
    </Section>
  );
}
