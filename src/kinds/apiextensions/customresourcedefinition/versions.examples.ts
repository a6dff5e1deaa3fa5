import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { type Body, given, invalid, required, tooMany, unique } from '#meta/rule-examples.fixture.js'
import {
  column,
  definition,
  SPEC,
  scale,
  selectable,
  spec,
  VERSION,
  version,
} from './definition-objects.fixture.js'
import { customResourceDefinition } from './index.js'

const COLUMN_TYPES = 'must be one of boolean,date,integer,number,string'
const NAMED = {
  openAPIV3Schema: {
    type: 'object',
    properties: { metadata: { type: 'object', properties: { name: { type: 'string' } } } },
  },
}
const two = (first: Body, second: Body) =>
  spec({
    versions: [
      { ...VERSION, ...first },
      { ...VERSION, name: 'v2', storage: false, ...second },
    ],
  })

function wide(count: number): Body {
  const fields = Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string' }])
  return { openAPIV3Schema: { type: 'object', properties: Object.fromEntries(fields) } }
}

export const versionRules = rulesOfObject({
  type: 'CustomResourceDefinitionVersion',
  version: customResourceDefinition.storageVersion,
  at: 'spec.versions[0]',
  object: definition,
  examples: [
    required(
      'schema.openAPIV3Schema',
      'is required',
      'schemas are required',
      version({ schema: undefined }),
      SPEC,
    ),
    invalid(
      'deprecationWarning',
      'must be of a deprecated version',
      'can only be set for deprecated versions',
      version({ deprecationWarning: 'x' }),
      version({ deprecated: true, deprecationWarning: 'x' }),
    ),
    invalid(
      'deprecationWarning',
      'must not be longer than 256 bytes',
      'must be <= 256 characters long',
      version({ deprecated: true, deprecationWarning: 'x'.repeat(257) }),
      version({ deprecated: true, deprecationWarning: 'x'.repeat(256) }),
    ),
    given('additionalPrinterColumns[0].name', column({ name: '' }), column({})),
    required(
      'additionalPrinterColumns[0].type',
      'is required',
      COLUMN_TYPES,
      column({ type: '' }),
      column({}),
    ),
    invalid(
      'additionalPrinterColumns[0].type',
      'must be one of the supported values',
      COLUMN_TYPES,
      column({ type: 'text' }),
      column({ type: 'date' }),
    ),
    invalid(
      'additionalPrinterColumns[0].format',
      'must be one of the supported values',
      'must be one of byte,date,date-time,double,float,int32,int64,password',
      column({ format: 'x' }),
      column({ format: 'int32' }),
    ),
    invalid(
      'additionalPrinterColumns[0].jsonPath',
      'must begin with a dot',
      'must be a simple json path starting with .',
      column({ jsonPath: 'spec' }),
      column({}),
    ),
    given('subresources.scale.specReplicasPath', scale({ specReplicasPath: '' }), scale({})),
    invalid(
      'subresources.scale.specReplicasPath',
      'must lie below .spec',
      'should be a json path under .spec',
      scale({ specReplicasPath: '.status.n' }),
      scale({}),
    ),
    invalid(
      'subresources.scale.labelSelectorPath',
      'must lie below .spec or .status',
      'should be a json path under either .spec or .status',
      scale({ labelSelectorPath: '.metadata.x' }),
      scale({ labelSelectorPath: '.status.x' }),
    ),
    given('selectableFields[0].jsonPath', selectable(''), selectable('.spec.a')),
    invalid(
      'selectableFields[0].jsonPath',
      'must be a string, an integer or a boolean',
      'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      selectable('.spec.o'),
      selectable('.spec.n'),
    ),
    unique(
      'selectableFields[1].jsonPath',
      'must occur once',
      selectable('.spec.a', '.spec.a'),
      selectable('.spec.a', '.spec.n'),
    ),
    tooMany(
      'selectableFields',
      8,
      version({
        schema: wide(9),
        selectableFields: Array.from({ length: 9 }, (_, index) => ({ jsonPath: `.f${index}` })),
      }),
      version({ schema: wide(9), selectableFields: [{ jsonPath: '.f1' }] }),
    ),
    invalid(
      'deprecationWarning',
      'must not be empty',
      'must not be an empty string',
      version({ deprecated: true, deprecationWarning: '' }),
      version({ deprecated: true, deprecationWarning: 'x' }),
    ),
    invalid(
      'deprecationWarning',
      'must be printable',
      'must only contain printable UTF-8 characters; non-printable character found at index 2',
      version({ deprecated: true, deprecationWarning: '\u00e9\n' }),
      version({ deprecated: true, deprecationWarning: '\u00e9' }),
    ),
    given('additionalPrinterColumns[0].jsonPath', column({ jsonPath: '' }), column({})),
    ...(['specReplicasPath', 'statusReplicasPath', 'labelSelectorPath'] as const).map((field) =>
      invalid(
        `subresources.scale.${field}`,
        'must begin with a dot',
        'must be a simple json path starting with .',
        scale({ [field]: 'spec.n' }),
        scale({}),
      ),
    ),
    given('subresources.scale.statusReplicasPath', scale({ statusReplicasPath: '' }), scale({})),
    invalid(
      'subresources.scale.statusReplicasPath',
      'must lie below .status',
      'should be a json path under .status',
      scale({ statusReplicasPath: '.spec.n' }),
      scale({}),
    ),
    ...(
      [
        ['.spec.none', 'does not refer to a valid field'],
        ['.spec.', 'unexpected end of JSON path'],
        [".spec['a']", 'array notation is not allowed'],
        ['spec', 'expected [ or . but got: spec'],
      ] as const
    ).map(([path, error]) =>
      invalid(
        'selectableFields[0].jsonPath',
        'must be the path of a field',
        `is an invalid path: ${error}`,
        selectable(path),
        selectable('.spec.a'),
      ),
    ),
    invalid(
      'selectableFields[0].jsonPath',
      'must not be a field of the metadata',
      'must not point to fields in metadata',
      version({ schema: NAMED, selectableFields: [{ jsonPath: '.metadata.name' }] }),
      version({ schema: NAMED }),
    ),
    required(
      'schema.openAPIV3Schema',
      'is required for selectable fields',
      'schemas are required',
      version({ schema: {}, selectableFields: [{ jsonPath: '.spec.a' }] }),
      selectable('.spec.a'),
      ['selectableFields'],
    ),
    invalid(
      'selectableFields',
      'must not be the same in versions with different schemas',
      'selectableFields may only be set when validations.schema is included',
      two(
        { schema: wide(1), selectableFields: [{ jsonPath: '.f0' }] },
        { schema: wide(2), selectableFields: [{ jsonPath: '.f0' }] },
      ),
      two(
        { schema: wide(1), selectableFields: [{ jsonPath: '.f0' }] },
        { schema: wide(1), selectableFields: [{ jsonPath: '.f0' }] },
      ),
    ),
    invalid(
      'selectableFields',
      'must be the same in versions with the same schema',
      'selectableFields may only be set when version.schema.openAPIV3Schema is not included',
      two({ schema: wide(2), selectableFields: [{ jsonPath: '.f0' }] }, { schema: wide(2) }),
      two({ schema: wide(1), selectableFields: [{ jsonPath: '.f0' }] }, { schema: wide(2) }),
    ),
  ],
})
