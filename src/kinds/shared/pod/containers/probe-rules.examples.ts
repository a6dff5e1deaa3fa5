import { rulesOfContainerPart } from '#kinds/pod-examples.fixture.js'
import { httpHeaderName } from '#kinds/shared/formats.js'
import {
  type Body,
  between,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
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

const probeRules = (field: string, numbers: readonly string[]) =>
  rulesOfContainerPart({
    type: 'Probe',
    at: field,
    within: (probe) => ({ [field]: { ...TCP, ...probe } }),
    today:
      field === 'readinessProbe'
        ? [
            invalid(
              'terminationGracePeriodSeconds',
              'must not be set',
              'must not be set for readinessProbes',
              { terminationGracePeriodSeconds: 1 },
              {},
            ),
          ]
        : [
            invalid(
              'terminationGracePeriodSeconds',
              'must be at least 1',
              'must be greater than 0',
              { terminationGracePeriodSeconds: 0 },
              { terminationGracePeriodSeconds: 1 },
            ),
          ],
    examples: [
      ...numbers.map((number) => notNegative(number, { [number]: -1 }, { [number]: 1 })),
      ...(field !== 'readinessProbe'
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
const OTHERS = NUMBERS.filter((number) => number !== 'successThreshold')
export const livenessProbeRules = probeRules('livenessProbe', OTHERS)
export const startupProbeRules = probeRules('startupProbe', OTHERS)

const EXEC = { exec: { command: ['true'] } }
const HTTP = { httpGet: { port: 80 } }
const SEVERAL = 'may not specify more than 1 handler type'
const http = (part: Body) => ({ httpGet: { port: 80, ...part } })

const handlerRules = (field: string, within: (handler: Body) => Body, today: readonly RuleExample[]) =>
  rulesOfContainerPart({
    type: 'Handler',
    at: field,
    within,
    today,
    examples: ({ portName }) => [
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
      follows('httpGet.port', portName, http({ port: 'Web' }), http({ port: 'web' })),
      oneOf('httpGet.scheme', ['HTTP', 'HTTPS'], http({ scheme: 'http' }), http({ scheme: 'HTTPS' })),
      invalid(
        'httpGet.httpHeaders',
        'names must match the format',
        httpHeaderName,
        http({ httpHeaders: [{ name: 'a b' }] }),
        http({ httpHeaders: [{ name: 'X-A' }] }),
      ),
      between(1, 65535, 'tcpSocket.port', { tcpSocket: {} }, { tcpSocket: { port: 1 } }),
      follows('tcpSocket.port', portName, { tcpSocket: { port: '80' } }, { tcpSocket: { port: 'p80' } }),
    ],
  })

export const probeHandlerRules = handlerRules('livenessProbe', (livenessProbe) => ({ livenessProbe }), [
  between(1, 65535, 'grpc.port', { grpc: { port: 0 } }, { grpc: { port: 1 } }),
  forbidden('grpc', 'must not be set together with exec', SEVERAL, { ...EXEC, grpc: { port: 1 } }, EXEC),
])
export const lifecycleHandlerRules = handlerRules(
  'lifecycle.preStop',
  (preStop) => ({ lifecycle: { postStart: EXEC, preStop } }),
  [
    invalid(
      'sleep',
      'must not take longer than the pod has to end',
      'must be non-negative and less than terminationGracePeriodSeconds (30)',
      { sleep: { seconds: 31 } },
      { sleep: { seconds: 30 } },
    ),
    forbidden(
      'sleep',
      'must not be set together with exec',
      SEVERAL,
      { ...EXEC, sleep: { seconds: 31 } },
      EXEC,
    ),
  ],
)
