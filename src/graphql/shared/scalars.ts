import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { registerEnumType } from 'type-graphql';
import { ANALYSIS_STATES } from '../../core/analysis-state/project-analysis.js';
import { ADVICE_LEVELS } from '../../core/branding/name-advice.js';
import { ANSWERS_MIN, QUESTIONS_MIN, VERDICTS } from '../../core/metrics/comparison.js';
import { PAIRED_VERDICTS } from '../../core/metrics/paired-comparison.js';
import {
  DISCOVERY_METHODS,
  FREQUENCIES,
  PLATFORMS,
  SENTIMENTS,
  SUBSCRIPTIONS,
  TIERS,
} from '../../entities/vocabulary.js';

/**
 * Days and instants pass unchanged as the core's own strings: the core writes them in ISO 8601 and checks input by the
 * same rule for every surface, so neither is converted twice.
 */
function stringScalar(name: string, description: string, specifiedByURL: string): GraphQLScalarType<string, string> {
  const narrow = (value: unknown): string => {
    if (typeof value === 'string') return value;
    throw new GraphQLError(`${name} must be a string`);
  };
  return new GraphQLScalarType({
    name,
    description,
    specifiedByURL,
    serialize: narrow,
    parseValue: narrow,
    parseLiteral: (node: ValueNode) => narrow(node.kind === Kind.STRING ? node.value : undefined),
  });
}

const RFC_3339 = 'https://www.rfc-editor.org/rfc/rfc3339';

export const DateScalar = stringScalar('Date', 'A UTC day, `YYYY-MM-DD`.', RFC_3339);
export const DateTimeScalar = stringScalar('DateTime', 'An instant in UTC, ISO 8601 with milliseconds.', RFC_3339);

/** The closed vocabularies as enums: upper-case names over the core's own values. */
export function upperCased<Value extends string>(values: readonly Value[]): Record<Uppercase<Value>, Value> {
  const entries = values.map((value) => [value.toUpperCase(), value]);
  // The keys are the values in upper case by construction.
  return Object.fromEntries(entries) as Record<Uppercase<Value>, Value>;
}

export const PlatformEnum = upperCased(PLATFORMS);
registerEnumType(PlatformEnum, {
  name: 'Platform',
  description: 'An AI platform that is asked.',
  valuesConfig: {
    CHATGPT: { description: 'ChatGPT by OpenAI.' },
    PERPLEXITY: { description: 'Perplexity.' },
    CLAUDE: { description: 'Claude by Anthropic.' },
    GEMINI: { description: 'Gemini by Google.' },
  },
});

export const FrequencyEnum = upperCased(FREQUENCIES);
registerEnumType(FrequencyEnum, {
  name: 'Frequency',
  description: 'How often prompts are asked.',
  valuesConfig: { DAILY: { description: 'Every day.' }, WEEKLY: { description: 'Once a week.' } },
});

export const TierEnum = upperCased(TIERS);
registerEnumType(TierEnum, {
  name: 'Tier',
  description: 'A subscription tier.',
  valuesConfig: {
    STARTER: { description: 'No API access by key.' },
    PROFESSIONAL: { description: '60 requests a minute, 500 a day.' },
    AGENCY: { description: '200 requests a minute, 5,000 a day.' },
  },
});

export const SubscriptionEnum = upperCased(SUBSCRIPTIONS);
registerEnumType(SubscriptionEnum, {
  // Not `Subscription`: a schema file without a `schema` block gives that name to the root of subscriptions.
  name: 'SubscriptionState',
  description: 'State of a subscription.',
  valuesConfig: { ACTIVE: { description: 'In force.' }, INACTIVE: { description: 'Ended or unpaid.' } },
});

export const DiscoveryMethodEnum = upperCased(DISCOVERY_METHODS);
registerEnumType(DiscoveryMethodEnum, {
  name: 'DiscoveryMethod',
  description: 'How a competitor came to be tracked.',
  valuesConfig: { MANUAL: { description: 'Entered by hand.' }, AUTO: { description: 'Found in the answers.' } },
});

export const SentimentEnum = upperCased(SENTIMENTS);
registerEnumType(SentimentEnum, {
  name: 'SentimentClass',
  description: 'The tone of a response toward the brand.',
  valuesConfig: {
    POSITIVE: { description: 'Praised or recommended.' },
    NEUTRAL: { description: 'Named without judgement.' },
    NEGATIVE: { description: 'Criticised or advised against.' },
    MIXED: { description: 'Clear praise and clear criticism.' },
  },
});

export const VerdictEnum = upperCased(VERDICTS);
registerEnumType(VerdictEnum, {
  name: 'Verdict',
  description: 'How a score moved between two periods, at the 95 % level, as far as the answers can tell.',
  valuesConfig: {
    MOVED_UP: { description: 'Up, beyond chance.' },
    MOVED_DOWN: { description: 'Down, beyond chance.' },
    WITHIN_NOISE: { description: 'No more than chance would move it.' },
    TOO_FEW_ANSWERS: {
      description:
        `Fewer than ${QUESTIONS_MIN} questions in common, ` + `or ${ANSWERS_MIN} answers to them in either period.`,
    },
  },
});

export const PairedVerdictEnum = upperCased(PAIRED_VERDICTS);
registerEnumType(PairedVerdictEnum, {
  name: 'PairedVerdict',
  description: 'Whether a name is in more answers than the brand, at the 95 % level, as far as the answers can tell.',
  valuesConfig: {
    MORE_OFTEN: { description: 'In more answers than the brand, beyond chance.' },
    LESS_OFTEN: { description: 'In fewer answers than the brand, beyond chance.' },
    WITHIN_NOISE: { description: 'The shares differ by no more than chance would make them.' },
    TOO_FEW_ANSWERS: { description: `Fewer than ${QUESTIONS_MIN} questions, or ${ANSWERS_MIN} answers to them.` },
  },
});

export const AnalysisStateEnum = upperCased(ANALYSIS_STATES);
registerEnumType(AnalysisStateEnum, {
  name: 'AnalysisState',
  description: 'Whether the numbers are for the names that a project has now.',
  valuesConfig: {
    CURRENT: { description: 'They are, or there are no answers yet.' },
    OUTDATED: {
      description:
        'Names, aliases or competitors have changed since: the answers will be analysed again, ' +
        'unless the project is archived.',
    },
    RUNNING: {
      description:
        'The answers are being analysed again; reads return the former numbers until all are, ' +
        'then the new ones at once.',
    },
    SET_ASIDE: {
      description:
        'Analysing the answers again ended the process twice. It is tried again once names, aliases or competitors ' +
        'change, or the operator asks for it; reads return the former numbers.',
    },
  },
});

export const WindowEnum = { D1: '1d', D7: '7d', D30: '30d', D90: '90d' } as const;
registerEnumType(WindowEnum, {
  name: 'Window',
  description: 'Days that a period reaches back from its end; both ends count.',
  valuesConfig: {
    D1: { description: 'One day back.' },
    D7: { description: 'Seven days back.' },
    D30: { description: 'Thirty days back.' },
    D90: { description: 'Ninety days back.' },
  },
});

export const OwnershipEnum = { OWN: 'own', COMPETITOR: 'competitor', OTHER: 'other' } as const;
registerEnumType(OwnershipEnum, {
  name: 'Ownership',
  description: 'Whose site a cited domain is, by registrable domain.',
  valuesConfig: {
    OWN: { description: "The project's own site." },
    COMPETITOR: { description: "A tracked competitor's site." },
    OTHER: { description: 'Anybody else.' },
  },
});

export const AdviceLevelEnum = upperCased(ADVICE_LEVELS);
registerEnumType(AdviceLevelEnum, {
  name: 'AdviceLevel',
  description: 'How much an advice about a name matters.',
  valuesConfig: {
    INFO: { description: 'What the rules ask of such a name.' },
    WARNING: { description: 'Answers that name it will be missed, or others counted.' },
  },
});
