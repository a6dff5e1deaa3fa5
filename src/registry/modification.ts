import type { CachedObject } from '../cache/cached-object.js'
import type { ApiObject } from '../meta/api-object.js'
import type { Preconditions } from './preconditions.js'
import type { WriteOptions } from './write-options.js'

/** The doors through which an object is changed: itself, or its status. */
export type FlowName = 'object' | 'status'

/** What a change starts from. */
export interface CurrentObject<O extends ApiObject> {
  /** Must not be changed. */
  readonly object: Readonly<O>
  readonly served: CachedObject
  /** A copy of the object to be changed. */
  copy(): O
  /** Counts from 1. */
  readonly attempt: number
}

/** A change of one object, however it came about. */
export interface Modification<O extends ApiObject> {
  readonly preconditions?: Preconditions
  /** Whether a lost race is tried again on the newer object. */
  readonly retry: boolean
  /** A first step that takes a while by itself, so that others may have their turn before the next. */
  readonly change?: (current: CurrentObject<O>) => unknown
  /** Makes the new object from the current one, and from what the first step has come to. */
  readonly next: (current: CurrentObject<O>, changed: unknown) => O
  readonly flow?: FlowName
  readonly options?: WriteOptions
}
