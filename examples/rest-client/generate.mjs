// Writes the types of the REST API from its description: node generate.mjs [openapi.json [rest-types.d.ts]]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [
  source = join(import.meta.dirname, '../../openapi.json'),
  target = join(import.meta.dirname, 'rest-types.d.ts'),
] = process.argv[1] === import.meta.filename ? process.argv.slice(2) : [];

/** The type of what a schema describes. */
function typeOf(schema) {
  if (schema === undefined) return 'never';
  if (schema.$ref) return `Schemas['${schema.$ref.split('/').at(-1)}']`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => `(${typeOf(choice)})`).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectOf({ properties = {}, required = [], additionalProperties, propertyNames }) {
  const fields = Object.entries(properties).map(([name, schema]) =>
    field(name, typeOf(schema), required.includes(name)),
  );
  if (fields.length > 0) return `{ ${fields.join(' ')} }`;
  if (typeof additionalProperties !== 'object') return 'Record<string, never>';
  const keys = propertyNames ? typeOf(propertyNames) : 'string';
  return `{ [Key in ${keys}]?: ${typeOf(additionalProperties)} }`;
}

const field = (name, type, isRequired) => `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${type};`;

/** What is sent in one place of a request. */
function sentIn(place, parameters = []) {
  const fields = parameters.flatMap((parameter) =>
    parameter.in === place ? [field(parameter.name, typeOf(parameter.schema), parameter.required === true)] : [],
  );
  return fields.length > 0 ? `{ ${fields.join(' ')} }` : 'Record<string, never>';
}

const jsonOf = (described) => described?.content?.['application/json']?.schema;

function operationOf(method, path, { parameters, requestBody, responses }) {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const parts = [
    `path: ${sentIn('path', parameters)};`,
    `query: ${sentIn('query', parameters)};`,
    `body: ${typeOf(jsonOf(requestBody))};`,
    `answer: ${typeOf(jsonOf(success))};`,
  ];
  return `  '${method.toUpperCase()} ${path}': { ${parts.join(' ')} };`;
}

const { paths, components } = JSON.parse(readFileSync(source, 'utf8'));
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    operation.responses ? [operationOf(method, path, operation)] : [],
  ),
);
const schemas = Object.entries(components.schemas).map(([name, schema]) => `  ${name}: ${typeOf(schema)};`);
writeFileSync(
  target,
  `// Written by generate.mjs from openapi.json.
export interface Schemas {
${schemas.join('\n')}
}

/** By method and path: what is sent, and what a success answers. */
export interface Operations {
${operations.join('\n')}
}
`,
);
