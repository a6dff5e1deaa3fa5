import { storageV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { CSIDriver } from './schema.js'
import { validateDriver, validateDriverUpdate } from './validation.js'

const UNSET = '<unset>'

const driverColumns: readonly Column<CSIDriver>[] = [
  NAME,
  {
    name: 'AttachRequired',
    type: 'boolean',
    description: 'Whether volumes are attached before they are mounted.',
    cell: ({ spec }) => spec.attachRequired ?? true,
  },
  {
    name: 'PodInfoOnMount',
    type: 'boolean',
    description: 'Whether mount calls to the driver include data about the pod.',
    cell: ({ spec }) => spec.podInfoOnMount ?? false,
  },
  {
    name: 'StorageCapacity',
    type: 'boolean',
    description: 'Whether the scheduler considers the capacity that the driver reports.',
    cell: ({ spec }) => spec.storageCapacity ?? false,
  },
  {
    name: 'TokenRequests',
    type: 'string',
    description: 'Audiences of the pod tokens that the driver receives.',
    cell: ({ spec }) => spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? UNSET,
  },
  {
    name: 'RequiresRepublish',
    type: 'boolean',
    description: 'Whether the kubelet calls the driver periodically to republish a mounted volume.',
    cell: ({ spec }) => spec.requiresRepublish ?? false,
  },
  {
    name: 'Modes',
    type: 'string',
    description: 'Volume modes that the driver supports.',
    cell: ({ spec }) => spec.volumeLifecycleModes?.join(',') ?? '<none>',
  },
  AGE,
]

export const csiDriver = builtInKind<CSIDriver>({
  kind: 'CSIDriver',
  plural: 'csidrivers',
  singular: 'csidriver',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  startsWithoutGeneration: true,
  storageVersion: {
    ...storageV1,
    schema: CSIDriver,
    subresources: [],
    returnDeletedObject: true,
    allowUnconditionalUpdate: false,
    columns: driverColumns,
    rules: { validate: validateDriver, validateUpdate: validateDriverUpdate },
  },
})
