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
  'Link to more documentation.',
  () => ({
    description: optional(1, string, 'What the link leads to.'),
    url: optional(2, string, 'URL of the document.'),
  }),
)

export const ValidationRule = struct(name('ValidationRule'), 'CEL rule that a value must satisfy.', () => ({
  rule: required(1, string, 'CEL expression; `self` is the value that the schema describes.'),
  message: optional(2, string, 'Message when a value breaks the rule.'),
  messageExpression: optional(3, string, 'CEL expression that yields the message.'),
  reason: explicit(4, string, 'Reason of the error when a value breaks the rule.', {
    enum: ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'],
  }),
  fieldPath: optional(5, string, 'Path of the field that the error names, relative to the value.'),
  optionalOldSelf: explicit(
    6,
    boolean,
    'True evaluates a transition rule for new values too; `oldSelf` is optional then.',
  ),
}))

/** A schema contains schemas, so its TypeScript type cannot be inferred; `JsonSchema` is that type. */
export const JSONSchemaProps: AnyStruct = struct(
  name('JSONSchemaProps'),
  'Schema of a value, in the subset of JSON Schema that OpenAPI 3 uses.',
  () => ({
    id: optional(1, string, 'Not used.'),
    $schema: optional(2, string, 'Not used.'),
    $ref: explicit(3, string, 'Not supported: schemas do not refer to others.'),
    description: optional(4, string, 'What the value is for.'),
    type: optional(5, string, 'Type of the value: object, array, string, integer, number or boolean.'),
    format: optional(6, string, 'Format of a string, such as date-time.'),
    title: optional(7, string, 'Short description.'),
    default: explicit(8, schemaJson, 'Default for an absent value.'),
    maximum: explicit(9, number, 'Maximum of a number.'),
    exclusiveMaximum: optional(10, boolean, 'True excludes the maximum itself.'),
    minimum: explicit(11, number, 'Minimum of a number.'),
    exclusiveMinimum: optional(12, boolean, 'True excludes the minimum itself.'),
    maxLength: explicit(13, int64, 'Maximum length of a string, in characters.'),
    minLength: explicit(14, int64, 'Minimum length of a string, in characters.'),
    pattern: optional(15, string, 'Regular expression that a string must match.'),
    maxItems: explicit(16, int64, 'Maximum length of a list.'),
    minItems: explicit(17, int64, 'Minimum length of a list.'),
    uniqueItems: optional(18, boolean, 'Not supported: use x-kubernetes-list-type.'),
    multipleOf: explicit(19, number, 'A number must be a multiple of this one.'),
    enum: optional(20, list(schemaJson), 'Allowed values.', ATOMIC),
    maxProperties: explicit(21, int64, 'Maximum number of properties of an object.'),
    minProperties: explicit(22, int64, 'Minimum number of properties of an object.'),
    required: optional(23, list(string), 'Properties that an object must have.', ATOMIC),
    items: explicit(24, JSONSchemaPropsOrArray, 'Schema of the items of a list.'),
    allOf: optional(25, list(JSONSchemaProps), 'Schemas that must all match.', ATOMIC),
    oneOf: optional(26, list(JSONSchemaProps), 'Schemas of which exactly one must match.', ATOMIC),
    anyOf: optional(27, list(JSONSchemaProps), 'Schemas of which at least one must match.', ATOMIC),
    not: explicit(28, JSONSchemaProps, 'Schema that must not match.'),
    properties: optional(29, map(JSONSchemaProps), 'Schemas of the properties of an object, by name.'),
    additionalProperties: explicit(
      30,
      JSONSchemaPropsOrBool,
      'Schema of properties that are not in properties.',
    ),
    patternProperties: optional(31, map(JSONSchemaProps), 'Not supported.'),
    dependencies: optional(32, map(JSONSchemaPropsOrStringArray), 'Not supported.'),
    additionalItems: explicit(33, JSONSchemaPropsOrBool, 'Not supported.'),
    definitions: optional(34, map(JSONSchemaProps), 'Not supported.'),
    externalDocs: explicit(35, ExternalDocumentation, 'Link to more documentation.'),
    example: explicit(36, schemaJson, 'Example of a value.'),
    nullable: optional(37, boolean, 'Whether the value may be null.'),
    'x-kubernetes-preserve-unknown-fields': explicit(
      38,
      boolean,
      'True keeps fields that the schema does not name.',
    ),
    'x-kubernetes-embedded-resource': optional(
      39,
      boolean,
      'True for a whole Kubernetes object, with apiVersion, kind and metadata.',
    ),
    'x-kubernetes-int-or-string': optional(40, boolean, 'True allows both an integer and a string.'),
    'x-kubernetes-list-map-keys': optional(
      41,
      list(string),
      'Fields that identify an item of a list of type map.',
      ATOMIC,
    ),
    'x-kubernetes-list-type': explicit(42, string, 'Whether a list is atomic, a set or a map.'),
    'x-kubernetes-map-type': explicit(43, string, 'Whether an object is granular or atomic.'),
    'x-kubernetes-validations': optional(44, list(ValidationRule), 'CEL rules for the value.', {
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

const JSONSchemaPropsOrBool = either(
  name('JSONSchemaPropsOrBool'),
  'Schema, or a boolean that allows any value or none.',
  {
    struct: JSONSchemaProps,
    other: boolean,
    numbers: { struct: 2, other: 1 },
  },
)

const JSONSchemaPropsOrStringArray = either(
  name('JSONSchemaPropsOrStringArray'),
  'Schema, or a list of names.',
  { struct: JSONSchemaProps, other: list(string), numbers: { struct: 1, other: 2 } },
)
