import assert from 'node:assert/strict'
import { FIELD_ERRORS, type FieldError, fieldErrorMessage } from '#meta/field-error.js'
import type { Body } from '#meta/rule-examples.fixture.js'
import type { FastClient } from '#test/support/fast-client.js'
import { type FaultyObject, reports } from './faulty-object.js'
import { causesOf, type Response, Writes, withoutUids } from './writes.js'

/** The server has some objects, which cannot be created. */
export async function isOnServer(faulty: FaultyObject, client: FastClient): Promise<boolean> {
  return nameOf(faulty.object) !== undefined && writesOf(faulty, client).exists()
}

/** What a new object is rejected for does not depend on how it is written. */
export async function checkCreate(faulty: FaultyObject, client: FastClient): Promise<void> {
  const { object } = faulty
  const expected = await expectedCauses(faulty)
  const writes = writesOf(faulty, client)
  assertEqual(await writes.create(object, 'checked'), expected, 'create in a dry run', faulty)
  assertEqual(await writes.create(object), expected, 'create', faulty)
  const applied = await writes.apply(object)
  if (!isUnreadable(applied)) assertEqual(applied, expected, 'apply of a new object', faulty)
}

/** Nor does what the change of a stored object is rejected for. */
export async function checkUpdate(faulty: FaultyObject, client: FastClient): Promise<void> {
  const { table, object, before, valid } = faulty
  // An update cannot change the name.
  if (nameOf(object) !== nameOf(before ?? valid)) return
  const created = await expectedCauses(faulty)
  const writes = writesOf(faulty, client)
  const part = table.on === undefined || table.on === 'change' ? '' : `/${table.on}`
  const stored = await writes.store(before ?? valid, table.on === 'approval' ? '/approval' : '/status')
  assert.ok(stored.status < 300, explain('store', faulty, [], [JSON.stringify(stored.body)]))
  try {
    // An update may break further rules, of fields that must not change, and they may come first.
    const errors = await table.validateUpdate?.(await writes.current(), faulty.body)
    const expected = errors === undefined ? created : causes(errors)
    assertReported(errors, faulty)
    const updated = causesOf(await writes.update(object, part, 'checked'))
    assertEqual(updated, expected, 'update in a dry run', faulty)
    assertEqual(await writes.update(object, part), updated, 'update', faulty)
    if (table.on === 'finalize') return // It can only be replaced.
    assertEqual(await writes.patch(object, part, 'checked'), updated, 'JSON patch in a dry run', faulty)
    assertEqual(await writes.patch(object, part), updated, 'JSON patch', faulty)
    assertEqual(await writes.mergePatch(object, part), updated, 'merge patch', faulty)
  } finally {
    await writes.remove()
  }
}

const writesOf = ({ object }: FaultyObject, client: FastClient) =>
  new Writes(client, object, nameOf(object) ?? 'example')

const nameOf = (object: Body) => (object.metadata as { name?: string } | undefined)?.name

/** An apply cannot merge a list in which two elements have the same key, and its path has the name. */
const isUnreadable = (applied: Response) =>
  causesOf(applied).some((cause) => /^400: (.*duplicate entries|Name parameter invalid)/.test(cause))

function assertEqual(
  response: Response | readonly string[],
  expected: readonly string[],
  verb: string,
  faulty: FaultyObject,
): void {
  const causes = 'status' in response ? causesOf(response) : response
  if (causes.join('\n') !== expected.join('\n')) assert.fail(explain(verb, faulty, expected, causes))
}

/** An update of a Service takes its cluster addresses over from the stored one, which may repair a fault. */
const REPAIRED = new Set(['Service'])

/** Some kinds check a new object more strictly, but an update does not hide the faults. */
function assertReported(errors: readonly FieldError[] | undefined, faulty: FaultyObject): void {
  const { table, faults, object } = faulty
  if (
    errors === undefined ||
    REPAIRED.has(String(object.kind)) ||
    faults.every((fault) => reports(errors, table, fault))
  )
    return
  assert.fail(explain('validate an update', faulty, [], causes(errors)))
}

function explain(
  verb: string,
  { table, faults, before, object }: FaultyObject,
  expected: readonly string[],
  causes: readonly string[],
): string {
  const lines = (texts: readonly string[]) =>
    texts.length === 0 ? ['  (nothing)'] : texts.map((text) => `  ${text}`)
  return [
    `${verb}: ${object.kind} of ${object.apiVersion}, rules of ${table.type}${table.on ? ` on ${table.on}` : ''}`,
    'faults:',
    ...lines(faults.map(({ field, rule }) => `${field}: ${rule}`)),
    'expected:',
    ...lines(expected),
    'causes:',
    ...lines(causes),
    ...(before === undefined ? [] : ['stored:', `  ${JSON.stringify(before)}`]),
    'written:',
    `  ${JSON.stringify(object)}`,
  ].join('\n')
}

/** What the rules say, after a check that they report the faults that were made. */
async function expectedCauses(faulty: FaultyObject): Promise<readonly string[]> {
  const { table, faults, body } = faulty
  const errors = await table.validate(body)
  if (!faults.every((fault) => reports(errors, table, fault))) {
    assert.fail(explain('validate', faulty, [], causes(errors)))
  }
  return causes(errors)
}

/** As `causesOf` reads them from a response. */
const causes = (errors: readonly FieldError[]) =>
  errors.map((error) =>
    withoutUids(`${error.field}: ${FIELD_ERRORS[error.type].reason}: ${fieldErrorMessage(error)}`),
  )
