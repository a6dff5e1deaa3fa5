import { BODY_TYPES, contentFormat, type Format, TEXT_BODY_TYPES } from '#codec/media-type.js'
import { isLarge } from '#http/limits/large-bodies.js'
import type { Target } from '#http/router.js'
import { unsupportedMediaType } from '#meta/api-error.js'
import { DeleteOptions } from '#meta/delete-options.js'
import { apiVersionOf } from '#meta/resource.js'
import { managerOfAgent } from '#registry/write/apply/manager-name.js'
import { type DeleteRequest, readDeleteOptions } from '#registry/write/delete-options.js'
import { FieldCheck } from '#registry/write/field-check.js'
import {
  type AppliedPatch,
  expectPatchType,
  type Patch,
  patchTypeOf,
  readApplied,
  readPatch,
  unsupportedPatch,
} from '#registry/write/patch-request.js'
import { readWriteQuery, type WriteOptions, type WriteQuery } from '#registry/write/write-options.js'
import { nextTurn } from '#util/event-loop.js'
import { collectBody } from './body.js'
import {
  type BodyType,
  type DecodedBody,
  decodeAppliedBody,
  decodeObjectBody,
  decodePatchBody,
} from './decode-body.js'
import type { RequestContext } from './request-context.js'

/**
 * Reads requests: negotiates the format, collects and decodes the body, parses the options. The audit sees the body
 * at the end, before a handler can change it.
 */

/** A create or an update. */
export interface WriteRequest {
  readonly body: unknown
  readonly options: WriteOptions
}

export interface PatchRequest {
  readonly patch: Patch | AppliedPatch
  readonly options: WriteOptions
}

const DELETE_OPTIONS: BodyType = { apiVersion: 'v1', kind: 'DeleteOptions', schema: DeleteOptions }

/** Reads an object of the target's kind, or of its subresource. */
export async function readWriteRequest(context: RequestContext, target: Target): Promise<WriteRequest> {
  const type = bodyTypeOf(target)
  const query = readWriteQuery(
    context.query,
    context.verb === 'create' ? 'create' : 'update',
    defaultValidation(target),
  )
  const format = negotiate(context, type)
  const bytes = await collectBody(context)
  const body = await decodeObjectBody(bytes, format, type, isValidated(query))
  await seen(context, bytes, body)
  return { body: body.value, options: writeOptions(context, query, body) }
}

/**
 * Reads a patch. `expectObject` throws if the object does not exist. That error comes before errors of the patch,
 * unless the patch may create the object.
 */
export async function readPatchRequest(
  context: RequestContext,
  target: Target,
  expectObject: () => unknown,
): Promise<PatchRequest> {
  const contentType = context.request.headers['content-type']
  const isApply = patchTypeOf(contentType) === 'apply'
  if (isApply) expectApplicable(context, target)
  // Server-side apply validates fields in all groups.
  const validation = isApply ? 'Warn' : defaultValidation(target)
  const query = readWriteQuery(context.query, isApply ? 'apply' : 'patch', validation)
  const isCustom = target.store.definition.isCustomResource
  const type = expectPatchType(contentType, isCustom)
  const bytes = await collectBody(context)
  if (type !== 'apply') await expectObject()
  const body =
    type === 'apply'
      ? await decodeAppliedBody(bytes, isCustom, isValidated(query))
      : await decodePatchBody(bytes, type, isCustom, isValidated(query))
  await seen(context, bytes, body)
  const patch =
    type === 'apply'
      ? readApplied(body.value, query.force)
      : readPatch(type, body.value, isValidated(query), target.store.definition.conventions)
  return { patch, options: writeOptions(context, query, body) }
}

/** Reads the options of a deletion. The body is optional. */
export async function readDeleteRequest(context: RequestContext, target: Target): Promise<DeleteRequest> {
  const format = negotiate(context, DELETE_OPTIONS)
  const bytes = await collectBody(context)
  const body = bytes.length === 0 ? undefined : await decodeObjectBody(bytes, format, DELETE_OPTIONS, false)
  if (body !== undefined) await seen(context, bytes, body)
  const { conventions } = target.store.definition
  const options = readDeleteOptions(body?.value, context.query, context.user, conventions)
  return {
    ...options,
    warnings: warningsOf(context),
    auditAnnotations: context.recorder,
    trace: context.trace,
  }
}

/** Records the body. Large bodies yield to other requests. */
async function seen(context: RequestContext, bytes: Buffer, body: DecodedBody): Promise<void> {
  context.recorder?.onRequest(body)
  if (context.onBody !== undefined) await context.onBody(body)
  if (isLarge(bytes)) await nextTurn()
}

/** The expected type of a write's body. */
export function bodyTypeOf({ store, subresource }: Target): BodyType {
  const { definition } = store
  const isCustom = definition.isCustomResource && subresource?.schema === undefined
  return {
    apiVersion: apiVersionOf(subresource?.groupVersion ?? definition),
    kind: subresource?.kind ?? definition.kind,
    schema: subresource?.schema ?? definition.schema,
    isCustom,
  }
}

/** Subresources ignore unknown fields by default. */
function defaultValidation({ store, subresource }: Target): WriteQuery['fieldValidation'] | undefined {
  return subresource === undefined ? store.definition.conventions.fieldValidation : undefined
}

const isValidated = ({ fieldValidation }: WriteQuery) => fieldValidation !== 'Ignore'

function negotiate({ request }: RequestContext, { isCustom }: BodyType): Format {
  const format = contentFormat(request.headers['content-type'])
  if (isCustom && (format === undefined || format === 'protobuf')) throw unsupportedMediaType(TEXT_BODY_TYPES)
  if (format === undefined) throw unsupportedMediaType(BODY_TYPES)
  return format
}

/** The oldest groups have no server-side apply, but require a field manager. */
function expectApplicable({ query }: RequestContext, { store }: Target): void {
  const { serverSideApply } = store.definition.conventions
  if (serverSideApply === 'with-field-manager' && query.get('fieldManager') === null) throw unsupportedPatch()
}

function writeOptions(context: RequestContext, asked: WriteQuery, { source }: DecodedBody): WriteOptions {
  const { user, rights, request, target, recorder, trace } = context
  const { dryRun, fieldValidation } = asked
  const manager = asked.manager === '' ? managerOfAgent(request.headers['user-agent']) : asked.manager
  const fields =
    source === undefined || fieldValidation === 'Ignore' ? undefined : new FieldCheck(fieldValidation, source)
  const subresource = target?.subresource?.name
  const warnings = warningsOf(context)
  return {
    dryRun,
    user,
    rights,
    manager,
    asked,
    subresource,
    warnings,
    auditAnnotations: recorder,
    trace,
    fields,
  }
}

/** The options of a connection, which admission sees like a write. */
export function connectionOptions(context: RequestContext): WriteOptions {
  const { user, rights, target, recorder, trace } = context
  const subresource = target?.subresource?.name
  const warnings = warningsOf(context)
  return { dryRun: false, user, rights, subresource, warnings, auditAnnotations: recorder, trace }
}

/** The list that collects the warnings of a write. The client gets them even if the write is rejected. */
function warningsOf(context: RequestContext): string[] {
  const warnings: string[] = []
  context.warnings = warnings
  return warnings
}
