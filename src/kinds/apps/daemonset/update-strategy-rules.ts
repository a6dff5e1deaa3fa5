import type { FieldErrors } from '#meta/field-errors.js'

interface UpdateStrategy {
  readonly type?: string | undefined
  readonly rollingUpdate?: object | undefined
}

const STRATEGIES = ['RollingUpdate', 'OnDelete']

/** What all versions demand of an update strategy. */
export function validateUpdateStrategyType(strategy: UpdateStrategy, errors: FieldErrors): void {
  const { type = '', rollingUpdate } = strategy
  // The recorded answers quote the whole strategy.
  if (!STRATEGIES.includes(type)) errors.notSupported('', strategy, STRATEGIES)
  else if (type === 'RollingUpdate' && rollingUpdate === undefined) errors.required('rollingUpdate')
}
