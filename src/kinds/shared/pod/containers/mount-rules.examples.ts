import { CONTAINER, validateContainerPart } from '#kinds/example-objects.fixture.js'
import { descendingPath } from '#kinds/shared/formats.js'
import {
  type Body,
  follows,
  given,
  invalid,
  known,
  oneOf,
  type RuleTable,
} from '#meta/rule-examples.fixture.js'

const mounts = (...parts: Body[]) => ({
  volumeMounts: parts.map((part) => ({ name: 'data', mountPath: '/data', ...part })),
})
const devices = (...parts: Body[]) => ({
  volumeDevices: parts.map((part) => ({ name: 'disk', devicePath: '/dev/x', ...part })),
})

export const volumeMountRules: RuleTable = {
  type: 'VolumeMount',
  at: CONTAINER,
  validate: validateContainerPart,
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
    oneOf(
      'volumeMounts[0].mountPropagation',
      ['Bidirectional', 'HostToContainer'],
      mounts({ mountPropagation: 'None' }),
      mounts({ mountPropagation: 'HostToContainer' }),
    ),
  ],
}

export const volumeDeviceRules: RuleTable = {
  type: 'VolumeDevice',
  at: CONTAINER,
  validate: validateContainerPart,
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
    invalid(
      'volumeDevices[0].name',
      'must be that of a claim',
      'can only use volume source type of PersistentVolumeClaim for block mode',
      devices({ name: 'data' }),
      devices({ name: 'disk' }),
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
}
