import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { registerEnumType } from 'type-graphql';
import { FREQUENCIES, PLATFORMS, STAGES } from '../../entities/vocabulary.js';

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

export const StageEnum = upperCased(STAGES);
registerEnumType(StageEnum, {
  name: 'Stage',
  description: 'How far from buying the one is who asks.',
  valuesConfig: {
    AWARENESS: { description: 'Learns about the subject: “what is …”, “how does …”.' },
    CONSIDERATION: { description: 'Looks for what there is: “best …”, “top …”.' },
    DECISION: { description: 'Chooses between names: “… or …”, “alternative to …”, “is … worth it”.' },
    USE: { description: 'Has bought: “log in to …”, “cancel …”.' },
  },
});
