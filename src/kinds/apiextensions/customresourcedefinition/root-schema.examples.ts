import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { forbidden, invalid, required } from '#meta/rule-examples.fixture.js'
import { customResourceDefinition } from './index.js'
import { definitionOf, LIST, NESTED, nested, OBJECT, ROOT, STRING } from './schema-objects.fixture.js'

const ALLOWED =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations'

export const rootSchemaRules = rulesOfObject({
  type: 'CustomResourceDefinition root schemas',
  version: customResourceDefinition.storageVersion,
  at: ROOT,
  object: (schema) => definitionOf(schema),
  examples: [
    ...(['kind', 'apiVersion'] as const).map((field) =>
      forbidden(
        `properties[${field}].default`,
        'must not be set',
        `must not be set in top-level ${field}`,
        { ...OBJECT, properties: { [field]: { ...STRING, default: 'a' } } },
        { ...OBJECT, properties: { [field]: STRING } },
      ),
    ),
    invalid(
      '',
      'must not name a dialect',
      "OpenAPIV3Schema 'schema' is not supported",
      { ...OBJECT, $schema: 'https://json-schema.org/draft-07/schema' },
      OBJECT,
    ),
    required('type', 'is required at the root', 'must not be empty at the root', {}, OBJECT),
    forbidden(
      'additionalProperties',
      'must not be set at the root',
      'must not be used at the root',
      { ...OBJECT, additionalProperties: STRING },
      OBJECT,
    ),
    invalid('type', 'must be object at the root', 'must be object at the root', STRING, OBJECT),
    invalid(
      'properties[metadata].type',
      'must be object',
      'must be object',
      { ...OBJECT, properties: { metadata: STRING } },
      { ...OBJECT, properties: { metadata: OBJECT } },
    ),
    forbidden(
      'properties[metadata]',
      'must describe name and generateName only',
      'must not specify anything other than name and generateName, but metadata is implicitly specified',
      { ...OBJECT, properties: { metadata: { ...OBJECT, properties: { labels: OBJECT } } } },
      { ...OBJECT, properties: { metadata: { ...OBJECT, properties: { name: STRING } } } },
    ),
    forbidden(
      'nullable',
      'must not be true at the root',
      'nullable cannot be true at the root',
      { ...OBJECT, nullable: true },
      OBJECT,
    ),
    required(
      'properties[b]',
      'is required for a property of an alternative',
      `because it is defined in ${ROOT}.allOf[0].properties[b]`,
      nested({ properties: { b: { minLength: 1 } } }),
      NESTED,
    ),
    required(
      'properties[a].items',
      'is required for items of an alternative',
      `because it is defined in ${ROOT}.allOf[0].properties[a].items`,
      { ...OBJECT, properties: { a: STRING }, allOf: [{ properties: { a: { items: { minLength: 1 } } } }] },
      { ...OBJECT, properties: { a: LIST }, allOf: [{ properties: { a: { items: { minLength: 1 } } } }] },
    ),
  ],
})

export const statusSchemaRules = rulesOfObject({
  type: 'CustomResourceDefinition root schemas with a status subresource',
  version: customResourceDefinition.storageVersion,
  at: 'spec.versions[0].schema',
  object: (schema) => definitionOf(schema, { subresources: { status: {} } }),
  examples: [
    invalid(
      'openAPIV3Schema.type',
      'must be object for a status subresource',
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
      STRING,
      OBJECT,
      ['openAPIV3Schema.type'],
    ),
    invalid(
      'openAPIV3Schema',
      'must not restrict spec and status together for a status subresource',
      `only [${ALLOWED}] fields are allowed at the root of the schema if the status subresource is enabled`,
      { ...OBJECT, 'x-kubernetes-map-type': 'atomic' },
      OBJECT,
    ),
  ],
})
