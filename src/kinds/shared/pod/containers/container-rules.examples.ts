import { rulesOfContainerPart, rulesOfPodPart } from '#kinds/pod-examples.fixture.js'
import { type Body, between, follows, given, invalid, oneOf, unique } from '#meta/rule-examples.fixture.js'

const MAIN = { name: 'main', image: 'web:1' }
const resizes = (...policies: Body[]) => ({
  resizePolicy: policies.map((part) => ({ resourceName: 'cpu', restartPolicy: 'NotRequired', ...part })),
})
const MESSAGE_POLICY = "must be 'File' or 'FallbackToLogsOnError'"

export const containerRules = rulesOfContainerPart({
  type: 'Container',
  at: '',
  examples: ({ label }) => [
    given('name', { name: '' }, { name: 'a' }),
    follows('name', label, { name: 'a.b' }, { name: 'a-b' }),
    given('image', { image: '' }, { image: 'web' }),
    oneOf(
      'imagePullPolicy',
      ['Always', 'IfNotPresent', 'Never'],
      { imagePullPolicy: 'Once' },
      { imagePullPolicy: 'Never' },
    ),
  ],
  today: [
    oneOf(
      'terminationMessagePolicy',
      ['File', 'FallbackToLogsOnError'],
      { terminationMessagePolicy: 'Log' },
      { terminationMessagePolicy: 'FallbackToLogsOnError' },
    ),
    unique(
      'resizePolicy[1]',
      'must be unique by resource',
      resizes({ resourceName: 'cpu' }, { resourceName: 'cpu', restartPolicy: 'RestartContainer' }),
      resizes({ resourceName: 'cpu' }, { resourceName: 'memory' }),
    ),
    given('resizePolicy', resizes({ resourceName: '' }), resizes({})),
    oneOf('resizePolicy', ['cpu', 'memory'], resizes({ resourceName: 'disk' }), resizes({})),
    given('resizePolicy', resizes({ restartPolicy: '' }), resizes({})),
    oneOf(
      'resizePolicy',
      ['NotRequired', 'RestartContainer'],
      resizes({ restartPolicy: 'Always' }),
      resizes({ restartPolicy: 'RestartContainer' }),
    ),
  ],
  legacy: [
    invalid(
      'terminationMessagePolicy',
      'must be File or FallbackToLogsOnError',
      MESSAGE_POLICY,
      { terminationMessagePolicy: 'Log' },
      { terminationMessagePolicy: 'FallbackToLogsOnError' },
    ),
  ],
})

const containers = (...parts: Body[]) => ({ containers: parts.map((part) => ({ ...MAIN, ...part })) })
const init = (...parts: Body[]) => ({
  initContainers: parts.map((part) => ({ name: 'first', image: 'web:1', ...part })),
})
const EXEC = { exec: { command: ['true'] } }
const NOT_FOR_INIT = 'must not be set for init containers'

export const containerListRules = rulesOfPodPart({
  type: 'Container lists',
  at: '',
  spec: (spec) => spec,
  examples: [
    given('containers', { containers: [] }, containers({})),
    unique('containers[1].name', 'must be unique', containers({}, {}), containers({}, { name: 'b' })),
    unique(
      'containers[1].ports[0].hostPort',
      'must not be that of a port before, with the same protocol and host address',
      containers(
        { ports: [{ containerPort: 80, hostPort: 1 }] },
        { name: 'b', ports: [{ containerPort: 80, hostPort: 1 }] },
      ),
      containers(
        { ports: [{ containerPort: 80, hostPort: 1 }] },
        { name: 'b', ports: [{ containerPort: 80, hostPort: 1, protocol: 'UDP' }] },
      ),
    ),
    unique(
      'initContainers[0].name',
      'must be that of no other container, init or not',
      init({ name: 'main' }),
      init({}),
    ),
    unique('initContainers[1].name', 'must be unique', init({}, {}), init({}, { name: 'b' })),
    unique(
      'initContainers[0].ports[1].hostPort',
      'must not be that of a port before, with the same protocol and host address',
      init({
        ports: [
          { containerPort: 80, hostPort: 1 },
          { containerPort: 81, hostPort: 1 },
        ],
      }),
      init({
        ports: [
          { containerPort: 80, hostPort: 1 },
          { containerPort: 81, hostPort: 1, hostIP: '10.0.0.1' },
        ],
      }),
    ),
  ],
  today: [
    invalid(
      'containers[0].resizePolicy',
      'must need no restart in a pod that never restarts containers',
      "must be 'NotRequired' when `restartPolicy` is 'Never'",
      { restartPolicy: 'Never', ...containers(resizes({ restartPolicy: 'RestartContainer' })) },
      { restartPolicy: 'Never', ...containers(resizes({})) },
    ),
    invalid(
      'containers[0].securityContext.procMount',
      'must not be Unmasked unless the pod has its own users',
      '`hostUsers` must be false to use `Unmasked`',
      { hostUsers: true, ...containers({ securityContext: { procMount: 'Unmasked' } }) },
      { hostUsers: false, ...containers({ securityContext: { procMount: 'Unmasked' } }) },
    ),
  ],
  legacy: [
    invalid(
      'initContainers[0].lifecycle',
      'must not be set',
      NOT_FOR_INIT,
      init({ lifecycle: { preStop: EXEC } }),
      init({}),
    ),
    invalid(
      'initContainers[0].livenessProbe',
      'must not be set',
      NOT_FOR_INIT,
      init({ livenessProbe: EXEC }),
      init({}),
    ),
    invalid(
      'initContainers[0].readinessProbe',
      'must not be set',
      NOT_FOR_INIT,
      init({ readinessProbe: EXEC }),
      init({}),
    ),
    invalid(
      'containers[0].ports[0].containerPort',
      'must be the host port when hostNetwork is true',
      'must match `hostPort` when `hostNetwork` is true',
      { hostNetwork: true, ...containers({ ports: [{ containerPort: 80, hostPort: 81 }] }) },
      { hostNetwork: true, ...containers({ ports: [{ containerPort: 80 }] }) },
    ),
  ],
})

const port = (part: Body) => ({ ports: [{ containerPort: 80, ...part }] })

export const containerPortRules = rulesOfContainerPart({
  type: 'ContainerPort',
  at: '',
  examples: ({ portName }) => [
    follows('ports[0].name', portName, port({ name: 'a_b' }), port({ name: 'a-b' })),
    follows('ports[0].name', portName, port({ name: '1' }), port({ name: '1a' })),
    unique(
      'ports[1].name',
      'must be unique',
      {
        ports: [
          { name: 'a', containerPort: 1 },
          { name: 'a', containerPort: 2 },
        ],
      },
      {
        ports: [
          { name: 'a', containerPort: 1 },
          { name: 'b', containerPort: 2 },
        ],
      },
    ),
    given('ports[0].containerPort', port({ containerPort: 0 }), port({ containerPort: 1 })),
    between(1, 65535, 'ports[0].containerPort', port({ containerPort: -1 }), port({ containerPort: 65535 })),
    between(1, 65535, 'ports[0].hostPort', port({ hostPort: 65536 }), port({ hostPort: 0 })),
  ],
  today: [
    oneOf(
      'ports[0].protocol',
      ['SCTP', 'TCP', 'UDP'],
      port({ protocol: 'ICMP' }),
      port({ protocol: 'SCTP' }),
    ),
  ],
  legacy: [oneOf('ports[0].protocol', ['TCP', 'UDP'], port({ protocol: 'SCTP' }), port({ protocol: 'UDP' }))],
})
