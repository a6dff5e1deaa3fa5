import { mustBeDriverName } from '#kinds/shared/storage/driver-name.js'
import { firstBy } from '#kinds/shared/unchanged.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'
import { semanticEqual } from '#schema/equal.js'
import { type CSINode, CSINodeDriver } from './schema.js'

/** In bytes. */
const MAX_NODE_ID_LENGTH = 256

export function validateNode({ spec }: Readonly<CSINode>, errors: FieldErrors): void {
  errors.eachDistinct('spec.drivers', spec.drivers, validateDriver)
}

function validateDriver(driver: CSINodeDriver, errors: FieldErrors, seen: Set<string>): void {
  const { name, nodeID, topologyKeys, allocatable } = driver
  mustBeDriverName('name', name, errors)
  if (nodeID === '') errors.required('nodeID')
  if (Buffer.byteLength(nodeID) > MAX_NODE_ID_LENGTH) {
    errors.invalid('nodeID', nodeID, `must be ${MAX_NODE_ID_LENGTH} characters or less`)
  }
  mustNotBeNegative('allocatable.count', allocatable?.count, errors)
  if (seen.has(name)) errors.duplicate('name', name)
  seen.add(name)
  errors.eachDistinct('topologyKeys', topologyKeys, validateTopologyKey)
}

function validateTopologyKey(key: string, errors: FieldErrors, seen: Set<string>): void {
  if (key === '') errors.required('')
  if (seen.has(key)) errors.duplicate('', key)
  seen.add(key)
  errors.format('', key, qualifiedName)
}

/** A registered driver cannot change; it must be removed first. */
export function validateNodeUpdate(
  { spec }: Readonly<CSINode>,
  { spec: current }: Readonly<CSINode>,
  errors: FieldErrors,
): void {
  const known = firstBy(current.drivers ?? [], ({ name }) => name)
  errors.each('spec.drivers', spec.drivers, (driver, errors) => {
    const before = known.get(driver.name)
    if (before === undefined || semanticEqual(CSINodeDriver, driver, before)) return
    errors.invalid('', driver, 'field is immutable')
  })
}
