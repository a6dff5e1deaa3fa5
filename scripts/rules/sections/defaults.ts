import { Derived, defaultsExamples } from '#test/api/effects/defaults/index.js'
import { pathPattern } from '../match.js'
import type { DefaultRow } from './rows.js'
import { kindsOf } from './types.js'

/** Rows that name several places, or fields by the words for all of them. */
const PLACES: Readonly<Record<string, readonly (readonly [path: string, value: unknown])[]>> = {
  'spec.volumeClaimTemplates[i].kind, apiVersion': [
    ['spec.volumeClaimTemplates[i].kind', 'PersistentVolumeClaim'],
    ['spec.volumeClaimTemplates[i].apiVersion', 'v1'],
  ],
  'every resources.limits/requests, overhead, volumeClaimTemplate resources, containerStatuses[].allocatedResources and .resources':
    [['{container}.resources.requests[{name}]', 'rounded up to the next thousandth (milli)']],
}

/** Whether an example leaves out the field and gets the value. */
export const provesDefault = (row: DefaultRow): boolean =>
  (PLACES[row.path] ?? [[row.path, row.value] as const]).every(([path, value]) => isSet(row, path, value))

function isSet({ type }: DefaultRow, path: string, value: unknown): boolean {
  const kinds = kindsOf(type)
  const place = pathPattern(path)
  return defaultsExamples.some(
    ({ object, values }) =>
      (kinds === undefined || kinds.has(object.kind)) &&
      Object.entries(values).some(([at, expected]) => place.test(at) && says(expected, value)),
  )
}

const says = (expected: unknown, value: unknown) =>
  expected instanceof Derived ? expected.words === value : JSON.stringify(expected) === JSON.stringify(value)
