import { CONTAINER, validateContainerPart } from '#kinds/example-objects.fixture.js'
import { httpHeaderName, legacyPortName } from '#kinds/shared/formats.js'
import {
  type Body,
  between,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  oneOf,
  type RuleTable,
  required,
} from '#meta/rule-examples.fixture.js'

const TCP = { tcpSocket: { port: 80 } }
const NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
]

const probeRules = (field: string, numbers: readonly string[]): RuleTable => ({
  type: 'Probe',
  at: `${CONTAINER}.${field}`,
  validate: (probe) => validateContainerPart({ [field]: { ...TCP, ...probe } }),
  examples: [
    ...numbers.map((number) => notNegative(number, { [number]: -1 }, { [number]: 1 })),
    ...(field === 'livenessProbe'
      ? [
          invalid(
            'successThreshold',
            'must be 1',
            'must be 1',
            { successThreshold: 2 },
            { successThreshold: 1 },
          ),
          invalid(
            'successThreshold',
            'must not be negative',
            'must be greater than or equal to 0',
            { successThreshold: -1 },
            { successThreshold: 0 },
            ['successThreshold'],
          ),
        ]
      : []),
  ],
})

export const readinessProbeRules = probeRules('readinessProbe', NUMBERS)
export const livenessProbeRules = probeRules(
  'livenessProbe',
  NUMBERS.filter((number) => number !== 'successThreshold'),
)

const EXEC = { exec: { command: ['true'] } }
const HTTP = { httpGet: { port: 80 } }
const SEVERAL = 'may not specify more than 1 handler type'
const http = (part: Body) => ({ httpGet: { port: 80, ...part } })

const handlerRules = (field: string, validate: RuleTable['validate']): RuleTable => ({
  type: 'Handler',
  at: `${CONTAINER}.${field}`,
  validate,
  examples: [
    required('', 'must name what to do', 'must specify a handler type', {}, EXEC),
    forbidden('httpGet', 'must not be set together with exec', SEVERAL, { ...EXEC, ...HTTP }, HTTP),
    forbidden(
      'tcpSocket',
      'must not be set together with exec or httpGet',
      SEVERAL,
      { ...HTTP, ...TCP },
      TCP,
    ),
    given('exec.command', { exec: {} }, EXEC),
    between(1, 65535, 'httpGet.port', http({ port: 65536 }), http({ port: 65535 })),
    follows('httpGet.port', legacyPortName, http({ port: 'Web' }), http({ port: 'web' })),
    oneOf('httpGet.scheme', ['HTTP', 'HTTPS'], http({ scheme: 'http' }), http({ scheme: 'HTTPS' })),
    invalid(
      'httpGet.httpHeaders',
      'names must match the format',
      httpHeaderName,
      http({ httpHeaders: [{ name: 'a b' }] }),
      http({ httpHeaders: [{ name: 'X-A' }] }),
    ),
    between(1, 65535, 'tcpSocket.port', { tcpSocket: {} }, { tcpSocket: { port: 1 } }),
    follows('tcpSocket.port', legacyPortName, { tcpSocket: { port: '80' } }, { tcpSocket: { port: 'p80' } }),
  ],
})

export const probeHandlerRules = handlerRules('livenessProbe', (handler) =>
  validateContainerPart({ livenessProbe: handler }),
)
export const lifecycleHandlerRules = handlerRules('lifecycle.preStop', (handler) =>
  validateContainerPart({ lifecycle: { postStart: EXEC, preStop: handler } }),
)
