/** What a path is made of: each step leads from a value to others. */
export type Step =
  | { readonly kind: 'member'; readonly name: string }
  /** Every member or item. */
  | { readonly kind: 'all' }
  | {
      readonly kind: 'slice'
      readonly start: number | undefined
      readonly end: number | undefined
      readonly step: number
    }
  | { readonly kind: 'union'; readonly steps: readonly Step[] }
  | {
      readonly kind: 'filter'
      readonly left: Operand
      readonly comparison: Comparison | 'exists'
      readonly right?: Operand
    }
  | { readonly kind: 'descendants' }

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

/** A value that is written in a filter, or a path from the item that is looked at. */
export type Operand =
  | { readonly steps: readonly Step[]; readonly value?: undefined }
  | { readonly steps?: undefined; readonly value: string | number | boolean }
