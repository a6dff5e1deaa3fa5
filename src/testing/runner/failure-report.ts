import { stringify } from 'yaml'
import type { JournalEntry } from '#testing/journal/entry.js'
import type { Snapshot } from '#testing/snapshot.js'
import { type ChangedObject, changedObjects, type StoredObject } from './changed-objects.js'

/** A report stays readable in a terminal. */
const MAX_LINES_OF_OBJECTS = 200
const MAX_REQUESTS = 50

/** What a failed test left: the objects that it changed, and its requests. */
export function failureReport(
  test: string,
  before: Snapshot,
  after: Snapshot,
  requests: readonly JournalEntry[],
): string {
  const changed = changedObjects(before, after)
  return [
    `binnacle: "${test}" failed with ${count(changed.length, 'changed object')}`,
    ...objectLines(changed),
    ...requestLines(requests),
  ].join('\n')
}

function objectLines(changed: readonly ChangedObject[]): string[] {
  const lines: string[] = []
  const names: string[] = []
  for (const { object } of changed) {
    const text = ['---', ...stringify(withoutManagedFields(object)).trimEnd().split('\n')]
    if (lines.length + text.length <= MAX_LINES_OF_OBJECTS) lines.push(...text)
    else names.push(nameOf(object))
  }
  if (names.length === 0) return lines
  const shown = names.slice(0, MAX_REQUESTS)
  const rest = names.length - shown.length
  return [...lines, '--- also:', ...shown, ...(rest === 0 ? [] : [`… and ${rest} more`])]
}

function requestLines(requests: readonly JournalEntry[]): string[] {
  const shown = requests.slice(-MAX_REQUESTS)
  const left = requests.length - shown.length
  return [
    `binnacle: ${count(requests.length, 'request')}${left === 0 ? '' : `, the last ${shown.length}`}`,
    ...shown.map(requestLine),
  ]
}

function requestLine({ method, path, query, code, user, faults }: JournalEntry): string {
  const where = query === '' ? path : `${path}?${query}`
  const why = faults.length === 0 ? '' : ` (${faults.join(', ')})`
  return `  ${code ?? '…'} ${method} ${where} by ${user}${why}`
}

function withoutManagedFields({ metadata, ...object }: StoredObject): object {
  const { managedFields: _, resourceVersion: _version, ...shown } = metadata
  const { apiVersion, kind, ...rest } = object
  return { apiVersion, kind, metadata: shown, ...rest }
}

/** `apps/v1 Deployment default/web` */
export function nameOf({ apiVersion, kind, metadata: { namespace, name } }: StoredObject): string {
  return `${apiVersion} ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
