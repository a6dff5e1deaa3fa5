import { nonReservedPath } from '#kinds/shared/formats.js'
import { type Body, follows, forbidden, given, invalid } from '#meta/rule-examples.fixture.js'
import { FIELD, fileExamples, ITEM, itemExamples, mode } from './config-rules.examples.js'
import { sourceTable } from './volume-rules.examples.js'

const SECRET = { secret: { name: 's', items: [ITEM] } }
const CONFIG_MAP = { configMap: { name: 'c', items: [{ ...ITEM, path: 'q' }] } }
const FACTS = { downwardAPI: { items: [{ path: 'r', ...FIELD }] } }
const sources = (...list: Body[]) => ({ sources: list })
const token = (part: Body) => sources({ serviceAccountToken: { path: 'token', ...part } })
const SEVERAL = 'may not specify more than 1 volume type'

export const projectedRules = sourceTable(
  'ProjectedVolumeSource',
  'projected',
  [
    mode('defaultMode', { defaultMode: 512 }, { defaultMode: 0 }),
    given('sources[0].secret.name', sources({ secret: {} }), sources(SECRET)),
    given('sources[1].configMap.name', sources(SECRET, { configMap: {} }), sources(SECRET, CONFIG_MAP)),
    ...itemExamples('sources[0].secret.items[0]', (item) =>
      sources({ secret: { name: 's', items: [item] } }),
    ),
    ...fileExamples('sources[0].downwardAPI.items[0]', (file) => sources({ downwardAPI: { items: [file] } })),
    invalid(
      '',
      'no two files may have one path',
      'conflicting duplicate paths',
      sources(SECRET, { configMap: { name: 'c', items: [ITEM] } }),
      sources(SECRET, CONFIG_MAP, FACTS),
    ),
    invalid(
      '',
      'no files of a config map may have one path',
      'conflicting duplicate paths',
      sources({ configMap: { name: 'c', items: [ITEM, ITEM] } }),
      sources({ configMap: { name: 'c', items: [ITEM, { ...ITEM, path: 'q' }] } }),
    ),
    invalid(
      '',
      'no two files with facts may have one path',
      'conflicting duplicate paths',
      sources(FACTS, FACTS),
      sources(FACTS),
    ),
  ],
  {
    today: [
      forbidden(
        'sources[0]',
        'must be of one type',
        'may not specify more than 1 volume type per source',
        sources({ ...SECRET, ...CONFIG_MAP }),
        sources(SECRET, CONFIG_MAP),
      ),
      invalid(
        'sources[0].serviceAccountToken.expirationSeconds',
        'must be at least 10 minutes',
        'may not specify a duration less than 10 minutes',
        token({ expirationSeconds: 599 }),
        token({ expirationSeconds: 600 }),
      ),
      invalid(
        'sources[0].serviceAccountToken.expirationSeconds',
        'must be at most 2^32',
        'may not specify a duration larger than 2^32 seconds',
        token({ expirationSeconds: 2 ** 32 + 1 }),
        token({ expirationSeconds: 2 ** 32 }),
      ),
      given('sources[0].serviceAccountToken.path', token({ path: '' }), token({})),
      follows('sources[0].serviceAccountToken.path', nonReservedPath, token({ path: '../t' }), token({})),
    ],
    legacy: [
      forbidden(
        'sources[0].configMap',
        'must not be set together with a secret',
        SEVERAL,
        sources({ ...SECRET, ...CONFIG_MAP }),
        sources(SECRET, CONFIG_MAP),
      ),
      forbidden(
        'sources[1].downwardAPI',
        'must not be set together with a secret or config map',
        SEVERAL,
        sources({}, { ...CONFIG_MAP, ...FACTS }),
        sources({}, FACTS),
      ),
    ],
  },
)
