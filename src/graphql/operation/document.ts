import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { BOUNDS, refuseBeyondBounds } from './bounds.js';
import { Refusal } from './operation-refusal.js';

/** One operation of a document that passed every check that needs no variables. */
export interface ReadOperation {
  node: OperationDefinitionNode;
  /** The operation and the document's fragments, and no other operation. */
  alone: DocumentNode;
  /** The selected fields of the root type, fragments followed. */
  rootFields: readonly string[];
}

/** A parsed and valid document; the same object for the same text while it is cached. */
export interface ReadDocument {
  document: DocumentNode;
  operations: readonly ReadOperation[];
}

const ERRORS_MAX = 10;

/**
 * Parses and validates a document within the bounds.
 * @throws Refusal GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED.
 */
export function readDocument(schema: GraphQLSchema, text: string): ReadDocument {
  if (Buffer.byteLength(text) > BOUNDS.bytes) {
    throw new Refusal(400, 'GRAPHQL_PARSE_FAILED', `The document is too long: at most ${BOUNDS.bytes} bytes`);
  }
  const document = parseWithin(text);
  refuseBeyondBounds(document);
  const errors = validate(schema, document, undefined, { maxErrors: ERRORS_MAX });
  if (errors.length > 0) throw invalidDocument(errors);
  return { document, operations: operationsOf(schema, document) };
}

function parseWithin(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: BOUNDS.tokens });
  } catch (error) {
    // The parser is recursive: nested brackets may exhaust the stack, and nothing else can.
    if (error instanceof RangeError)
      throw new Refusal(400, 'GRAPHQL_PARSE_FAILED', 'The document is nested too deeply');
    if (!(error instanceof GraphQLError)) throw error;
    throw new Refusal(400, 'GRAPHQL_PARSE_FAILED', [error], { isOfDocument: true });
  }
}

function invalidDocument(errors: readonly GraphQLError[]): Refusal {
  return new Refusal(400, 'GRAPHQL_VALIDATION_FAILED', errors, { isOfDocument: true });
}

function operationsOf(schema: GraphQLSchema, document: DocumentNode): ReadOperation[] {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return document.definitions.filter(isOperation).map((node) => {
    if (!schema.getRootType(node.operation)) {
      throw invalidDocument([new GraphQLError(`The schema has no ${node.operation}s`, { nodes: node })]);
    }
    const alone: DocumentNode = { ...document, definitions: [node, ...fragments] };
    return { node, alone, rootFields: [...rootFieldsOf(alone, node.selectionSet)] };
  });
}

function isOperation(definition: DefinitionNode): definition is OperationDefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION;
}

function* rootFieldsOf(document: DocumentNode, { selections }: SelectionSetNode): Generator<string> {
  for (const selection of selections) {
    switch (selection.kind) {
      case Kind.FIELD:
        yield selection.name.value;
        break;
      case Kind.INLINE_FRAGMENT:
        yield* rootFieldsOf(document, selection.selectionSet);
        break;
      case Kind.FRAGMENT_SPREAD:
        for (const fragment of fragmentsNamed(document, selection.name.value)) {
          yield* rootFieldsOf(document, fragment.selectionSet);
        }
    }
  }
}

function fragmentsNamed({ definitions }: DocumentNode, name: string): FragmentDefinitionNode[] {
  return definitions
    .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
    .filter((each) => each.name.value === name);
}
