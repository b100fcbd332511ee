import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  FAULTY_LINES_MAX,
  type FaultyLine as FaultyLineView,
  SEARCH_TERM_FILE_BYTES_MAX,
  SEARCH_TERMS_MAX,
} from '../../core/search-terms/search-term-file.js';
import type { SearchTermFileView, SearchTermUpload as UploadView } from '../../core/search-terms/search-terms.js';
import {
  type PromptSuggestion as PromptSuggestionView,
  SUGGESTION_ORIGINS,
  type SuggestionOrigin,
} from '../../core/suggestions/suggested-prompts.js';
import { SEARCH_TERM_SOURCES, type SearchTermSource, type Stage } from '../../entities/vocabulary.js';
import { connectionOf } from '../shared/connection.types.js';
import { DateScalar, StageEnum, upperCased } from '../shared/scalars.js';

export const SearchTermSourceEnum = upperCased(SEARCH_TERM_SOURCES);
registerEnumType(SearchTermSourceEnum, {
  name: 'SearchTermSource',
  description: 'Whose search engine a search term was typed into.',
  valuesConfig: {
    GOOGLE: { description: 'Google: `Queries.csv` of Search Console.' },
    BING: { description: 'Bing: keywords, or grounding queries of AI performance, of Webmaster Tools.' },
  },
});

export const SuggestionOriginEnum = upperCased(SUGGESTION_ORIGINS);
registerEnumType(SuggestionOriginEnum, {
  name: 'SuggestionOrigin',
  description: 'Where suggested prompts come from.',
  valuesConfig: {
    SEARCH_TERMS: { description: 'Search terms of the own site, as they were typed.' },
    TOPIC: { description: "Questions about the project's topic, brand and competitors, in its country's language." },
  },
});

@ObjectType({ description: 'A search term, with the numbers of its file.', simpleResolvers: true })
class SuggestedTerm {
  @Field(() => String, { description: 'The term as it was typed. Not to be trusted.' })
  term!: string;

  @Field(() => Float, { description: "Times that the site was shown for it, in the file's days; no AI volume." })
  impressions!: number;

  @Field(() => Float, { description: 'Times that the site was opened from there.' })
  clicks!: number;
}

@ObjectType({
  description: 'A text that no prompt of the project asks yet, as it would be asked.',
  simpleResolvers: true,
})
export class PromptSuggestion implements PromptSuggestionView {
  @Field(() => String, { description: 'The text of the prompt. Not to be trusted.' })
  text!: string;

  @Field(() => SuggestionOriginEnum, { description: 'Where it comes from.' })
  origin!: SuggestionOrigin;

  @Field(() => SearchTermSourceEnum, {
    nullable: true,
    description: "Whose search engine its terms were typed into; null for a topic's.",
  })
  source!: SearchTermSource | null;

  @Field(() => StageEnum, {
    nullable: true,
    description: 'How far from buying the one is who asks it, by its words; null where none tells.',
  })
  stage!: Stage | null;

  @Field(() => Boolean, { description: 'Whether it names the brand.' })
  isBranded!: boolean;

  @Field(() => [SuggestedTerm], {
    description: 'Search terms of nearly the same words, this text among them: most impressions first, ten at most.',
  })
  terms!: SuggestedTerm[];

  @Field(() => Float, {
    nullable: true,
    description:
      "Times that the site was shown for these terms in their search engine, in the file's days; null for a topic's.",
  })
  impressions!: number | null;

  @Field(() => Float, { nullable: true, description: "Times that the site was opened from there; null for a topic's." })
  clicks!: number | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The prompt of nearly the same words in the same place, whose intent this text would word otherwise; null ' +
      'without one.',
  })
  wordingOfId!: string | null;
}

@ObjectType({ description: 'A page of suggested prompts.', simpleResolvers: true })
export class PromptSuggestionConnection extends connectionOf(PromptSuggestion, 'PromptSuggestion') {}

@InputType({ description: 'Search terms of the own site, as a search engine exports them.' })
export class SearchTermsInput {
  @Field(() => SearchTermSourceEnum, { description: 'Whose export it is; its former terms are replaced.' })
  source!: SearchTermSource;

  @Field(() => String, {
    description: `The file's text: at most ${SEARCH_TERM_FILE_BYTES_MAX} bytes and ${SEARCH_TERMS_MAX} terms.`,
  })
  csv!: string;

  @Field(() => DateScalar, { nullable: true, description: 'First day that the file is of.' })
  from?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'Last day that the file is of.' })
  to?: string | null;
}

@ObjectType({ description: 'A line of a file that holds no search term.', simpleResolvers: true })
class FaultyLine implements FaultyLineView {
  @Field(() => Int, { description: "The line, from 1, which is the heading's." })
  line!: number;

  @Field(() => String, { description: 'What is wrong with it.' })
  message!: string;
}

@ObjectType({ description: 'What came of a file of search terms.', simpleResolvers: true })
export class SearchTermUpload implements UploadView {
  @Field(() => Int, { description: 'Terms that are kept.' })
  accepted!: number;

  @Field(() => Int, { description: 'Lines that are not.' })
  rejected!: number;

  @Field(() => [FaultyLine], { description: `Those lines, the first ${FAULTY_LINES_MAX}.` })
  errors!: FaultyLine[];
}

@ObjectType({ description: 'Search terms that were removed.', simpleResolvers: true })
export class SearchTermRemoval {
  @Field(() => Int, { description: 'How many there were.' })
  removed!: number;
}

@ObjectType({ description: 'The search terms that a project has of a source, together.', simpleResolvers: true })
export class SearchTermFile implements SearchTermFileView {
  @Field(() => SearchTermSourceEnum, { description: 'Whose search engine they were typed into.' })
  source!: SearchTermSource;

  @Field(() => Int, { description: 'How many there are.' })
  termCount!: number;

  @Field(() => Float, { description: 'Times that the site was opened from there.' })
  clicks!: number;

  @Field(() => Float, { description: 'Times that the site was shown for one of them.' })
  impressions!: number;

  @Field(() => DateScalar, { nullable: true, description: 'First day of the file; null where it was not said.' })
  from!: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'Last day of the file; null where it was not said.' })
  to!: string | null;
}
