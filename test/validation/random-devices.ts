import { type Adjustment, type FieldValues, keepOne } from './random-fields.js'

const nameByPosition = (list: unknown, prefix: string) => {
  for (const [index, element] of ((list ?? []) as FieldValues[]).entries())
    element.name = `${prefix}-${index}`
}

/** Without the fields of alpha features, which are not stored. */
const without =
  (...names: readonly string[]): Adjustment =>
  (fields) => {
    for (const name of names) delete fields[name]
  }

const request: Adjustment = (fields, random) => {
  without('tolerations', 'capacity', 'adminAccess')(fields, random)
  const isAll = random.pick([true, false])
  Object.assign(fields, {
    deviceClassName: 'gpu',
    allocationMode: isAll ? 'All' : 'ExactCount',
    count: isAll ? undefined : 1 + random.below(5),
  })
}

const configuration: Adjustment = (fields) => {
  delete fields.requests
  fields.opaque = { driver: 'example.com', parameters: { a: 1 } }
}

/** The types of `resource.k8s.io` and of VolumeAttributesClasses. */
export const DEVICE_ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  DeviceSelector: (fields) => {
    fields.cel = { expression: 'device.driver == "example.com"' }
  },
  ExactDeviceRequest: request,
  DeviceSubRequest: request,
  DeviceRequest(fields) {
    const alternatives = (fields.firstAvailable ?? []) as FieldValues[]
    if (alternatives.length === 0) fields.exactly ??= { deviceClassName: 'gpu' }
    if (fields.exactly) delete fields.firstAvailable
    nameByPosition(fields.firstAvailable, 'sub')
  },
  DeviceConstraint(fields) {
    for (const name of ['requests', 'distinctAttribute']) delete fields[name]
    fields.matchAttribute = 'example.com/numa'
  },
  DeviceClaimConfiguration: configuration,
  DeviceClassConfiguration: configuration,
  DeviceClaim: (fields) => nameByPosition(fields.requests, 'request'),
  DeviceClassSpec: without('extendedResourceName'),
  ResourceClaimTemplateSpec: without('metadata'),
  DeviceAttribute(fields) {
    keepOne(fields, ['int', 'bool', 'string', 'version'], { bool: false })
    if (fields.version != null) fields.version = '1.2.3'
    if (fields.string != null) fields.string = 'a'
  },
  Device(fields, random) {
    for (const name of Object.keys(fields)) if (name !== 'attributes') delete fields[name]
    const [value] = Object.values((fields.attributes ?? {}) as FieldValues)
    Object.assign(fields, {
      attributes: value === undefined ? undefined : { 'example.com/model': value },
      capacity: random.pick([undefined, { memory: { value: '1Gi' } }]),
    })
  },
  ResourceSliceSpec(fields, random) {
    for (const name of Object.keys(fields)) if (name !== 'devices') delete fields[name]
    nameByPosition(fields.devices, 'device')
    Object.assign(fields, {
      driver: 'example.com',
      pool: { name: 'a', generation: random.below(9), resourceSliceCount: 1 },
      ...random.pick<FieldValues>([{ nodeName: 'a' }, { allNodes: true }]),
    })
  },
  VolumeAttributesClass(fields) {
    fields.driverName = 'example.com'
    fields.parameters = { iops: '100' }
  },
}
