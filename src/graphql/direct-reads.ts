import type { GraphQLFieldResolver, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

type Storage = ReturnType<typeof getMetadataStorage>;
type Read = Storage['queries'][number] | Storage['fieldResolvers'][number];
type Parameter = NonNullable<Read['params']>[number];
type Resolve = GraphQLFieldResolver<unknown, unknown>;
type Method = (...values: unknown[]) => unknown;

/**
 * Makes the fields of queries and object types call their resolver's method at once, with the arguments as the schema
 * coerced them. Otherwise type-graphql validates every argument in a promise of its own, also where validation is off:
 * over 60 calls for 20 projects with their lists, a tenth of what that query allocated. A fast path
 * (docs/architecture.md, "Bypasses").
 * @throws Error at start, for roles, middlewares and parameters of a kind, none of which is used here.
 */
export function callReadsDirectly(schema: GraphQLSchema): GraphQLSchema {
  const { queries, fieldResolvers } = getMetadataStorage();
  const instances = new Map<unknown, Record<string, Method>>();
  for (const read of [...queries, ...fieldResolvers]) {
    const field = ownerOf(schema, read)?.getFields()[read.schemaName];
    if (field) field.resolve = directCall(read, instanceOf(read.target, instances));
  }
  return schema;
}

/** The type that has the field; undefined for an object type's own fields, which have no arguments. */
function ownerOf(schema: GraphQLSchema, read: Read): GraphQLObjectType | undefined {
  if (!('kind' in read)) return schema.getQueryType() ?? undefined;
  if (read.kind === 'internal') return undefined;
  const target = read.getObjectType?.();
  const owner = getMetadataStorage().objectTypes.find((type) => type.target === target);
  return owner && (schema.getType(owner.name) as GraphQLObjectType);
}

/** One instance of each resolver class, as type-graphql has it. */
function instanceOf(target: Read['target'], instances: Map<unknown, Record<string, Method>>): Record<string, Method> {
  // A class with the methods that its metadata names: nothing else is registered as a resolver.
  const Resolver = target as new () => Record<string, Method>;
  const instance = instances.get(target) ?? new Resolver();
  instances.set(target, instance);
  return instance;
}

function directCall({ methodName, params = [], roles, middlewares }: Read, instance: Record<string, Method>): Resolve {
  const method = instance[methodName];
  if (!method) throw new Error(`a resolver has no method ${methodName}`);
  if (roles || (middlewares && middlewares.length > 0)) {
    throw new Error(`${methodName} has roles or middlewares, which a direct call would skip`);
  }
  const values = params.toSorted((left, right) => left.index - right.index).map(readerOf);
  return (root, args, context, info) =>
    method.apply(
      instance,
      values.map((value) => value(root, args, context, info)),
    );
}

function readerOf(parameter: Parameter): Resolve {
  if ('propertyName' in parameter && parameter.propertyName !== undefined) throw notDirect(parameter);
  switch (parameter.kind) {
    case 'root':
      return (root) => root;
    case 'args':
      return (_, args) => args;
    case 'arg':
      return (_, args) => args[parameter.name];
    case 'context':
      return (_, __, context) => context;
    case 'info':
      return (_, __, ___, info) => info;
    default:
      throw notDirect(parameter);
  }
}

function notDirect({ methodName, kind }: Parameter): Error {
  return new Error(`a parameter of ${methodName}, of kind ${kind}, cannot be passed on directly`);
}
