import { rulesOfPodPart } from '#kinds/pod-examples.fixture.js'
import { type Body, forbidden, invalid } from '#meta/rule-examples.fixture.js'

const PROFILE = { type: 'Unconfined' }
const OF_LINUX_PODS: readonly (readonly [field: string, value: unknown])[] = [
  ['securityContext.appArmorProfile', PROFILE],
  ['securityContext.seLinuxOptions', {}],
  ['hostUsers', true],
  ['hostPID', true],
  ['hostIPC', true],
  ['securityContext.seccompProfile', PROFILE],
  ['securityContext.fsGroup', 1],
  ['securityContext.fsGroupChangePolicy', 'Always'],
  ['securityContext.sysctls', [{ name: 'a', value: 'b' }]],
  ['shareProcessNamespace', false],
  ['securityContext.runAsUser', 1],
  ['securityContext.runAsGroup', 1],
  ['securityContext.supplementalGroups', [1]],
  ['securityContext.supplementalGroupsPolicy', 'Merge'],
  ['securityContext.seLinuxChangePolicy', 'Recursive'],
]
const OF_LINUX_CONTAINERS: readonly (readonly [field: string, value: unknown])[] = [
  ['appArmorProfile', PROFILE],
  ['seLinuxOptions', {}],
  ['seccompProfile', PROFILE],
  ['capabilities', {}],
  ['readOnlyRootFilesystem', false],
  ['privileged', false],
  ['allowPrivilegeEscalation', true],
  ['procMount', 'Default'],
  ['runAsUser', 1],
  ['runAsGroup', 1],
]

const at = (path: string, value: unknown): Body => {
  const [first = '', second] = path.split('.')
  return { [first]: second === undefined ? value : { [second]: value } }
}
const on = (name: string, part: Body = {}) => ({ os: { name }, ...part })
const container = (securityContext: Body) => ({
  containers: [{ name: 'main', image: 'web:1', securityContext }],
})
const windows = (hostProcess?: boolean) => ({ windowsOptions: { hostProcess } })
const NOT_WINDOWS = 'cannot be set for a windows pod'
const NOT_LINUX = 'windows options cannot be set for a linux pod'
const ALL = 'If pod contains any hostProcess containers then all containers must be HostProcess containers'

export const systemRules = rulesOfPodPart({
  type: 'PodSpec by system',
  at: '',
  spec: (spec) => spec,
  today: [
    ...OF_LINUX_PODS.map(([field, value]) =>
      forbidden(field, 'must not be set for Windows', NOT_WINDOWS, on('windows', at(field, value)), {}),
    ),
    ...OF_LINUX_CONTAINERS.map(([field, value]) =>
      forbidden(
        `containers[0].securityContext.${field}`,
        'must not be set for Windows',
        NOT_WINDOWS,
        on('windows', container({ [field]: value })),
        container({}),
      ),
    ),
    forbidden(
      'securityContext.windowsOptions',
      'must not be set for Linux',
      NOT_LINUX,
      on('linux', { securityContext: windows() }),
      on('windows', { securityContext: windows() }),
    ),
    forbidden(
      'containers[0].securityContext.windowsOptions',
      'must not be set for Linux',
      NOT_LINUX,
      on('linux', container(windows())),
      on('windows', container(windows())),
    ),
    invalid(
      'containers[0].securityContext.windowsOptions.hostProcess',
      'must be that of the pod',
      'pod hostProcess value must be identical if both are specified, was true',
      { hostNetwork: true, securityContext: windows(true), ...container(windows(false)) },
      { hostNetwork: true, securityContext: windows(true), ...container(windows(true)) },
    ),
    invalid(
      '',
      'all containers must be host processes, or none',
      ALL,
      {
        hostNetwork: true,
        containers: [
          { name: 'main', image: 'web:1', securityContext: windows(true) },
          { name: 'other', image: 'web:1' },
        ],
      },
      { hostNetwork: true, ...container(windows(true)) },
    ),
    invalid(
      'hostNetwork',
      'must be true for host processes',
      'hostNetwork must be true if pod contains any hostProcess containers',
      container(windows(true)),
      { hostNetwork: true, ...container(windows(true)) },
    ),
  ],
})
