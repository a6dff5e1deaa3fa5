import type {
  FieldSelectorRequirement,
  LabelSelectorAttributes,
  ResourceAttributes,
} from '#kinds/authorization/attributes.js'
import { labelValue } from '#meta/formats.js'
import { parseFieldTerms } from '#selector/field-selector.js'
import { parseLabelSelector, SelectorError } from '#selector/label-selector.js'

/** Longer than any valid selector. Longer strings are not parsed. */
const MAX_SELECTOR_LENGTH = 128 * 1024

/**
 * The errors of the selectors of a review; undefined if there are none. Invalid requirements are ignored, so the
 * review asks for more.
 */
export function selectorErrors({ fieldSelector, labelSelector }: ResourceAttributes): string | undefined {
  const errors = [
    findError('fieldSelector', fieldSelector, parseFieldTerms, isReadableField),
    findError('labelSelector', labelSelector, parseLabelSelector, hasLabelValues),
  ].filter((message) => message !== undefined)
  return errors.length === 0 ? undefined : errors.join('; ')
}

interface Selector<R> {
  readonly rawSelector?: string | undefined
  readonly requirements?: readonly R[] | undefined
}

function findError<R>(
  name: string,
  selector: Selector<R> | undefined,
  parse: (text: string) => unknown,
  isReadable: (requirement: R) => boolean,
): string | undefined {
  const { rawSelector, requirements = [] } = selector ?? {}
  const readable = requirements.filter(isReadable)
  const isUnread =
    readable.length < requirements.length || (rawSelector !== undefined && !canBeParsed(rawSelector, parse))
  if (!isUnread) return undefined
  return `spec.resourceAttributes.${name} ${readable.length > 0 ? 'partially ' : ''}ignored due to parse error`
}

function canBeParsed(text: string, parse: (text: string) => unknown): boolean {
  if (text.length > MAX_SELECTOR_LENGTH) return false
  try {
    parse(text)
    return true
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}

/** Field selectors support only single values. */
const isReadableField = ({ operator, values = [] }: FieldSelectorRequirement) =>
  (operator === 'In' || operator === 'NotIn') && values.length === 1

const hasLabelValues = ({ values = [] }: NonNullable<LabelSelectorAttributes['requirements']>[number]) =>
  values.every((value) => labelValue(value).length === 0)
