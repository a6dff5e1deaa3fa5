import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import { customResourceDefinition } from '#kinds/apiextensions/customresourcedefinition/index.js'
import { CustomResourceDefinition } from '#kinds/apiextensions/customresourcedefinition/schema.js'
import { ApiError } from '#meta/api-error.js'
import { fieldErrorMessage } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { readApplied } from '#patch/patch.js'
import type { ResourceStores } from '#registry/stores.js'
import { SERVER_WRITE } from '#registry/write/write-options.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { StartError } from './config.js'

/** The field manager of a program's definitions. */
const MANAGER = 'binnacle-program'

const decode = decoderOf(CustomResourceDefinition)
const { rules } = customResourceDefinition.storageVersion

/** Rejects with a `StartError` that lists all errors of the kinds. */
export async function validateCustomKinds(kinds: readonly CustomKind[]): Promise<void> {
  await rules.load?.()
  const names = kinds.map(nameOf)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  const errors = twice === undefined ? [] : [`${twice} is there twice`]
  for (const kind of kinds) {
    for (const message of await errorsOf(kind)) errors.push(`${nameOf(kind)}: ${message}`)
  }
  if (errors.length > 0) throw new StartError(`kinds: ${errors.join('; ')}`)
}

async function errorsOf({ definition }: CustomKind): Promise<readonly string[]> {
  try {
    const errors = new FieldErrors()
    await rules.validateCreate?.(decode(definition), errors)
    // The server sets the status.
    const ofProgram = errors.all.filter(({ field }) => !field.startsWith('status'))
    return ofProgram.map((error) => `${error.field}: ${fieldErrorMessage(error)}`)
  } catch (error) {
    if (error instanceof DecodeError) return [error.message]
    throw error
  }
}

/**
 * Applies the definitions of the kinds. Rejects with a `StartError` on conflicts with stored objects, such as a
 * changed scope.
 */
export async function applyCustomKinds(kinds: readonly CustomKind[], stores: ResourceStores): Promise<void> {
  const store = stores.ofKind(customResourceDefinition)
  for (const kind of kinds) {
    try {
      const options = { ...SERVER_WRITE, manager: MANAGER }
      await store?.writer.apply(undefined, nameOf(kind), readApplied(kind.definition, true), options)
    } catch (error) {
      if (error instanceof ApiError) throw new StartError(`kinds: ${error.message}`, { cause: error })
      throw error
    }
  }
}

const nameOf = ({ definition }: CustomKind) => (definition.metadata as { name: string }).name
