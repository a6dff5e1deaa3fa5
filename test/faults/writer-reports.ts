/** The output of a writer process (`writer.ts`). */
import type { Revision } from '#storage/contract.js'

export const EXIT_CODE = 7

/** A write by one of the writers. `puts` are the values it writes, `deletes` the keys it removes. */
export interface Attempt {
  readonly id: string
  readonly writer: string
  readonly puts: Readonly<Record<string, string>>
  readonly deletes: readonly string[]
}

export type Report =
  | { readonly opened: Revision }
  | { readonly attempt: Attempt }
  | { readonly acknowledged: string; readonly revision: Revision }
