import type { Platform } from '../../api/gql.ts';
import { PLATFORMS } from '../../platforms.ts';
import { CountryField } from '../../ui/country-field.tsx';
import { withScheme } from '../../ui/field-faults.words.ts';
import { Area, Choice, Field } from '../../ui/form.tsx';
import { NameAdvice, NameList } from '../../ui/name-list.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import type { SettingsAccount, SettingsDraft, SettingsProject } from './settings.data.ts';
import styles from './settings.module.css';
import { repeatsSentence, repeatsWord, WORDS } from './settings.words.ts';

interface Props {
  draft: SettingsDraft;
  set: (next: Partial<SettingsDraft>) => void;
  /** By field, in the words of the service. */
  faults: Readonly<Record<string, string>>;
}

/** What to look for in answers. */
export function Brand({ draft, set, faults, advice }: Props & { advice: SettingsProject['nameAdvice'] }) {
  return (
    <Section label="Brand" finding={WORDS.whatToLookForInAnswers} note={WORDS.aChangeHereReAnalysesAll}>
      <div className={styles.fields}>
        <Field
          label="Brand name"
          name="brandName"
          value={draft.brandName}
          onChange={({ target }) => set({ brandName: target.value })}
          fault={faults['brandName']}
          autoComplete="off"
        />
        <NameList
          label="Other names"
          initial={draft.aliases}
          onChange={(aliases) => set({ aliases })}
          fault={faults['aliases']}
          hint={WORDS.abbreviationsFormerNames}
        />
        <NameAdvice of={advice} />
        <Field
          label="Website"
          name="websiteUrl"
          inputMode="url"
          value={draft.websiteUrl}
          onChange={({ target }) => set({ websiteUrl: target.value })}
          onBlur={() => {
            const whole = withScheme(draft.websiteUrl);
            if (whole !== draft.websiteUrl) set({ websiteUrl: whole });
          }}
          fault={faults['websiteUrl']}
          hint={WORDS.linksToItAndToItsSubdomains}
        />
      </div>
    </Section>
  );
}

/** Where the brand is sold, and as what. */
export function Market({ draft, set, faults }: Props) {
  return (
    <Section
      label={WORDS.topicAndCountry}
      finding={WORDS.whatIsSoldAndWhere}
      note={WORDS.aChangeHereReAnalysesNoAnswers}
    >
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Field
            label="Topic"
            name="mainTopic"
            value={draft.mainTopic}
            onChange={({ target }) => set({ mainTopic: target.value })}
            fault={faults['mainTopic']}
            hint={WORDS.forExampleRunningShoes}
          />
          <CountryField
            value={draft.targetCountry}
            onChange={(targetCountry) => set({ targetCountry })}
            fault={faults['targetCountry']}
            hint={WORDS.whereTheQuestionsAreAskedFrom}
          />
        </div>
        <Area
          label="Description"
          name="description"
          value={draft.description}
          onChange={({ target }) => set({ description: target.value })}
          fault={faults['description']}
          hint={WORDS.forYourTeamOnlyItIsNotSent}
        />
      </div>
    </Section>
  );
}

interface AskingProps {
  account: SettingsAccount;
  project: SettingsProject;
}

/** Who is asked and how often, and whether competitors are found. */
export function Asking({ draft, set, faults, account, project }: Props & AskingProps) {
  const { repeats, sampleSize } = project;
  const choices = Array.from({ length: Math.max(account?.limits.repeatsMax ?? 1, repeats) }, (_, at) => at + 1);
  const toggle = (id: Platform, isOn: boolean) =>
    set({
      platforms: PLATFORMS.map((one) => one.id).filter((one) => (one === id ? isOn : draft.platforms.includes(one))),
    });
  return (
    <Section label="Asking" finding={WORDS.whichPlatformsAreAsked} note={WORDS.newPromptsAreAskedOnThese}>
      <div className={styles.fields}>
        <fieldset className={styles.group} aria-describedby={faults['platforms'] && 'platforms-fault'}>
          <legend className={styles.legend}>{WORDS.platformsOfNewPrompts}</legend>
          <div className={styles.platforms}>
            {PLATFORMS.map(({ id }) => {
              const isBarred = account !== null && !account.platforms.includes(id) && !draft.platforms.includes(id);
              return (
                <label key={id} className={styles.choice} title={isBarred ? WORDS.notIncludedInYourPlan : undefined}>
                  <input
                    type="checkbox"
                    checked={draft.platforms.includes(id)}
                    disabled={isBarred}
                    onChange={({ target }) => toggle(id, target.checked)}
                  />
                  <PlatformName platform={id} />
                </label>
              );
            })}
          </div>
          {faults['platforms'] && (
            <p id="platforms-fault" className={styles.fault}>
              {faults['platforms']}
            </p>
          )}
        </fieldset>
        <Choice
          label={WORDS.weeklyPromptsAreAsked}
          name="repeats"
          value={draft.repeats}
          onChange={({ target }) => set({ repeats: Number(target.value) })}
          fault={faults['repeats']}
          hint={repeatsSentence(sampleSize?.byRepeats ?? [], draft.repeats, repeats)}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {repeatsWord(one)}
            </option>
          ))}
        </Choice>
        <div className={styles.group}>
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={draft.autoDiscoverCompetitors}
              aria-describedby="discovery"
              onChange={({ target }) => set({ autoDiscoverCompetitors: target.checked })}
            />
            {WORDS.trackCompetitorsAutomatically}
          </label>
          <p id="discovery" className={styles.note}>
            {WORDS.namesThatEnoughAnswers}
          </p>
        </div>
      </div>
    </Section>
  );
}
