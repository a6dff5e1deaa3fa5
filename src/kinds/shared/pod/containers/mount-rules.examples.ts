import { rulesOfContainerPart } from '#kinds/pod-examples.fixture.js'
import { descendingPath } from '#kinds/shared/formats.js'
import { type Body, follows, forbidden, given, invalid, known, oneOf } from '#meta/rule-examples.fixture.js'

const mounts = (...parts: Body[]) => ({
  volumeMounts: parts.map((part) => ({ name: 'data', mountPath: '/data', ...part })),
})
const devices = (...parts: Body[]) => ({
  volumeDevices: parts.map((part) => ({ name: 'disk', devicePath: '/dev/x', ...part })),
})

export const volumeMountRules = rulesOfContainerPart({
  type: 'VolumeMount',
  at: '',
  examples: [
    given('volumeMounts[0].name', mounts({ name: '' }), mounts({}), ['volumeMounts[0].name']),
    known(
      'volumeMounts[0].name',
      'must be that of a volume in which nothing is wrong',
      mounts({ name: 'none' }),
      mounts({ name: 'disk' }),
    ),
    given('volumeMounts[0].mountPath', mounts({ mountPath: '' }), mounts({ mountPath: 'x' })),
    invalid(
      'volumeMounts[1].mountPath',
      'must be unique',
      'must be unique',
      mounts({}, {}),
      mounts({}, { mountPath: '/data/' }),
    ),
    invalid(
      'volumeMounts[0].name',
      'must not be used as a device too',
      'must not already exist in volumeDevices',
      { ...mounts({ name: 'disk' }), ...devices({}) },
      { ...mounts({}), ...devices({}) },
      ['volumeDevices[0].name'],
    ),
    invalid(
      'volumeMounts[0].mountPath',
      'must not be that of a device',
      'must not already exist as a path in volumeDevices',
      { ...mounts({}), ...devices({ devicePath: '/data' }) },
      { ...mounts({}), ...devices({}) },
      ['volumeDevices[0].devicePath'],
    ),
    follows(
      'volumeMounts[0].subPath',
      descendingPath,
      mounts({ subPath: 'a/../b' }),
      mounts({ subPath: 'a/..b' }),
    ),
  ],
  today: [
    invalid(
      'volumeMounts[0].subPathExpr',
      'must not be set together with subPath',
      'subPathExpr and subPath are mutually exclusive',
      mounts({ subPath: 'a', subPathExpr: 'b' }),
      mounts({ subPathExpr: 'b' }),
    ),
    follows(
      'volumeMounts[0].subPathExpr',
      descendingPath,
      mounts({ subPathExpr: '/$(A)' }),
      mounts({ subPathExpr: '$(A)' }),
    ),
    oneOf(
      'volumeMounts[0].mountPropagation',
      ['Bidirectional', 'HostToContainer', 'None'],
      mounts({ mountPropagation: 'Private' }),
      mounts({ mountPropagation: 'None' }),
    ),
    forbidden(
      'volumeMounts[0].mountPropagation',
      'must not be Bidirectional unless the container is privileged',
      'Bidirectional mount propagation is available only to privileged containers',
      mounts({ mountPropagation: 'Bidirectional' }),
      { ...mounts({ mountPropagation: 'Bidirectional' }), securityContext: { privileged: true } },
    ),
    forbidden(
      'volumeMounts[0].recursiveReadOnly',
      'must not be set unless the mount is read-only',
      'may only be specified when readOnly is true',
      mounts({ recursiveReadOnly: 'IfPossible' }),
      mounts({ recursiveReadOnly: 'IfPossible', readOnly: true }),
    ),
    forbidden(
      'volumeMounts[0].recursiveReadOnly',
      'must not be set with mountPropagation, except None',
      'may only be specified when mountPropagation is None or not specified',
      mounts({ recursiveReadOnly: 'Enabled', readOnly: true, mountPropagation: 'HostToContainer' }),
      mounts({ recursiveReadOnly: 'Enabled', readOnly: true, mountPropagation: 'None' }),
    ),
    oneOf(
      'volumeMounts[0].recursiveReadOnly',
      ['Disabled', 'Enabled', 'IfPossible'],
      mounts({ recursiveReadOnly: 'Always' }),
      mounts({ recursiveReadOnly: 'Disabled' }),
    ),
  ],
  legacy: [
    oneOf(
      'volumeMounts[0].mountPropagation',
      ['Bidirectional', 'HostToContainer'],
      mounts({ mountPropagation: 'None' }),
      mounts({ mountPropagation: 'HostToContainer' }),
    ),
  ],
})

export const volumeDeviceRules = rulesOfContainerPart({
  type: 'VolumeDevice',
  at: '',
  examples: [
    given('volumeDevices[0].name', devices({ name: '' }), devices({}), ['volumeDevices[0].name']),
    known(
      'volumeDevices[0].name',
      'must be that of a volume in which nothing is wrong',
      devices({ name: 'none' }),
      devices({}),
    ),
    invalid(
      'volumeDevices[1].name',
      'must be unique',
      'must be unique',
      devices({}, { devicePath: '/dev/y' }),
      devices({}),
    ),
    given('volumeDevices[0].devicePath', devices({ devicePath: '' }), devices({ devicePath: 'x' })),
    invalid('volumeDevices[1].devicePath', 'must be unique', 'must be unique', devices({}, {}), devices({}), [
      'volumeDevices[1].name',
    ]),
    invalid(
      'volumeDevices[0].devicePath',
      'must not step back',
      "can not contain backsteps ('..')",
      devices({ devicePath: '/dev/../x' }),
      devices({ devicePath: '/dev/..x' }),
    ),
    invalid(
      'volumeDevices[0].name',
      'must not be mounted too',
      'must not already exist in volumeMounts',
      { ...devices({}), ...mounts({ name: 'disk' }) },
      { ...devices({}), ...mounts({}) },
      ['volumeMounts[0].name'],
    ),
    invalid(
      'volumeDevices[0].devicePath',
      'must not be that of a mount',
      'must not already exist as a path in volumeMounts',
      { ...devices({}), ...mounts({ mountPath: '/dev/x' }) },
      { ...devices({}), ...mounts({ mountPath: '/dev' }) },
      ['volumeMounts[0].mountPath'],
    ),
  ],
  today: [
    invalid(
      'volumeDevices[0].name',
      'must be that of a claim or of an ephemeral volume',
      'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
      devices({ name: 'data' }),
      devices({ name: 'disk' }),
    ),
  ],
  legacy: [
    invalid(
      'volumeDevices[0].name',
      'must be that of a claim',
      'can only use volume source type of PersistentVolumeClaim for block mode',
      devices({ name: 'data' }),
      devices({ name: 'disk' }),
    ),
  ],
})
