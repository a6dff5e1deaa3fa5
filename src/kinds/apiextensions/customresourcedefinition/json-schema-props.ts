import {
  type AnyStruct,
  boolean,
  either,
  explicit,
  int64,
  list,
  map,
  number,
  optional,
  required,
  schemaJson,
  string,
  struct,
} from '#schema/type.js'

const name = (word: string) => `io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.${word}`

const ATOMIC = { listType: 'atomic' } as const

export const ExternalDocumentation = struct(
  name('ExternalDocumentation'),
  'Where more about a schema can be read.',
  () => ({
    description: optional(1, string, 'What is to be found there.'),
    url: optional(2, string, 'Address of the document.'),
  }),
)

export const ValidationRule = struct(
  name('ValidationRule'),
  'Expression that must be true of a value.',
  () => ({
    rule: required(1, string, 'Expression in CEL; `self` is the value that the schema describes.'),
    message: optional(2, string, 'What clients are told when the rule is broken.'),
    messageExpression: optional(3, string, 'Expression in CEL that makes the message.'),
    reason: explicit(4, string, 'Kind of mistake that a broken rule is.', {
      enum: ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'],
    }),
    fieldPath: optional(5, string, 'Field, from the value on, that a broken rule is about.'),
    optionalOldSelf: explicit(
      6,
      boolean,
      'Whether the rule is also for new values; `oldSelf` is optional then.',
    ),
  }),
)

/** A schema contains schemas, so its TypeScript type cannot be inferred; `JsonSchema` is that type. */
export const JSONSchemaProps: AnyStruct = struct(
  name('JSONSchemaProps'),
  'Schema of a value, in the part of JSON Schema that OpenAPI 3 has.',
  () => ({
    id: optional(1, string, 'Not used.'),
    $schema: optional(2, string, 'Not used.'),
    $ref: explicit(3, string, 'Not supported: schemas do not refer to others.'),
    description: optional(4, string, 'What the value is for.'),
    type: optional(5, string, 'Type of the value: object, array, string, integer, number or boolean.'),
    format: optional(6, string, 'Form of a text, such as date-time.'),
    title: optional(7, string, 'Short description.'),
    default: explicit(8, schemaJson, 'What stands in when the value is absent.'),
    maximum: explicit(9, number, 'Largest number.'),
    exclusiveMaximum: optional(10, boolean, 'Whether the largest number itself is too large.'),
    minimum: explicit(11, number, 'Smallest number.'),
    exclusiveMinimum: optional(12, boolean, 'Whether the smallest number itself is too small.'),
    maxLength: explicit(13, int64, 'Length of the longest text, in characters.'),
    minLength: explicit(14, int64, 'Length of the shortest text, in characters.'),
    pattern: optional(15, string, 'Regular expression that a text matches.'),
    maxItems: explicit(16, int64, 'Length of the longest list.'),
    minItems: explicit(17, int64, 'Length of the shortest list.'),
    uniqueItems: optional(18, boolean, 'Not supported: use x-kubernetes-list-type.'),
    multipleOf: explicit(19, number, 'Number that all numbers are multiples of.'),
    enum: optional(20, list(schemaJson), 'The values that there are.', ATOMIC),
    maxProperties: explicit(21, int64, 'Most members of an object.'),
    minProperties: explicit(22, int64, 'Fewest members of an object.'),
    required: optional(23, list(string), 'Members that an object must have.', ATOMIC),
    items: explicit(24, JSONSchemaPropsOrArray, 'Schema of the items of a list.'),
    allOf: optional(25, list(JSONSchemaProps), 'Schemas that all fit.', ATOMIC),
    oneOf: optional(26, list(JSONSchemaProps), 'Schemas of which exactly one fits.', ATOMIC),
    anyOf: optional(27, list(JSONSchemaProps), 'Schemas of which one at least fits.', ATOMIC),
    not: explicit(28, JSONSchemaProps, 'Schema that does not fit.'),
    properties: optional(29, map(JSONSchemaProps), 'Schemas of the members of an object, by name.'),
    additionalProperties: explicit(
      30,
      JSONSchemaPropsOrBool,
      'Schema of members that have none of their own.',
    ),
    patternProperties: optional(31, map(JSONSchemaProps), 'Not supported.'),
    dependencies: optional(32, map(JSONSchemaPropsOrStringArray), 'Not supported.'),
    additionalItems: explicit(33, JSONSchemaPropsOrBool, 'Not supported.'),
    definitions: optional(34, map(JSONSchemaProps), 'Not supported.'),
    externalDocs: explicit(35, ExternalDocumentation, 'Where more can be read.'),
    example: explicit(36, schemaJson, 'Example of a value.'),
    nullable: optional(37, boolean, 'Whether the value may be null.'),
    'x-kubernetes-preserve-unknown-fields': explicit(
      38,
      boolean,
      'Whether members without a schema are kept.',
    ),
    'x-kubernetes-embedded-resource': optional(39, boolean, 'Whether the value is an object of some kind.'),
    'x-kubernetes-int-or-string': optional(40, boolean, 'Whether the value is a whole number or text.'),
    'x-kubernetes-list-map-keys': optional(
      41,
      list(string),
      'Members that tell the items of a list apart.',
      ATOMIC,
    ),
    'x-kubernetes-list-type': explicit(42, string, 'Whether a list is atomic, a set or a map.'),
    'x-kubernetes-map-type': explicit(43, string, 'Whether an object is granular or atomic.'),
    'x-kubernetes-validations': optional(44, list(ValidationRule), 'Rules on the value.', {
      merge: { key: 'rule' },
      listType: 'map',
      listMapKeys: ['rule'],
    }),
  }),
)

const JSONSchemaPropsOrArray = either(name('JSONSchemaPropsOrArray'), 'One schema, or a list of them.', {
  struct: JSONSchemaProps,
  other: list(JSONSchemaProps),
  numbers: { struct: 1, other: 2 },
})

const JSONSchemaPropsOrBool = either(name('JSONSchemaPropsOrBool'), 'Schema, or whether there is any.', {
  struct: JSONSchemaProps,
  other: boolean,
  numbers: { struct: 2, other: 1 },
})

const JSONSchemaPropsOrStringArray = either(
  name('JSONSchemaPropsOrStringArray'),
  'Schema, or a list of names.',
  { struct: JSONSchemaProps, other: list(string), numbers: { struct: 1, other: 2 } },
)
