import type { CustomKind, ObjectOf } from '#custom-resources/define-kind/define-kind.js'
import type { BuiltInNames, BuiltInObjects } from './objects/index.js'
import type { ObjectMeta } from './objects/meta-v1.js'
import type { Stored } from './stored.js'

/** An object of a kind whose type is not known, such as one of a CustomResourceDefinition. */
export interface LooseObject {
  apiVersion: string
  kind: string
  metadata: Stored<{ metadata: ObjectMeta }>['metadata']
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the fields of its kinds; with `unknown` it had to cast each.
  [field: string]: any
}

/** The apiVersions of built-in kinds, and any other. */
export type ApiVersion = keyof BuiltInObjects | (string & {})

/** The kinds of an apiVersion, and any other. */
export type KindIn<V> = (V extends keyof BuiltInObjects ? keyof BuiltInObjects[V] : never) | (string & {})

/**
 * The type of the objects of an apiVersion and kind: built in, or one of the kinds that the server was started with.
 *
 * @example
 * const isReady = (deployment: ObjectType<'apps/v1', 'Deployment'>) => deployment.status.readyReplicas === 3
 */
export type ObjectType<V, K, Kinds extends CustomKind = never> = V extends keyof BuiltInObjects
  ? K extends keyof BuiltInObjects[V]
    ? BuiltInObjects[V][K]
    : LooseObject
  : OrLoose<CustomObject<V, K, Kinds>>

type OrLoose<T> = [T] extends [never] ? LooseObject : T

type CustomObject<V, K, C extends CustomKind> =
  C extends CustomKind<infer D>
    ? string extends D['group']
      ? never
      : V extends `${D['group']}/${infer N}`
        ? K extends D['kind']
          ? Stored<ObjectOf<C, N>>
          : never
        : never
    : never

/** The type of the object that a reference such as `deployment/web` names. */
export type ReferencedObject<R, Kinds extends CustomKind = never> = R extends `${infer Word}/${string}`
  ? Lowercase<Word> extends keyof BuiltInNames
    ? BuiltInNames[Lowercase<Word>]
    : OrLoose<NamedObject<Lowercase<Word>, Kinds>>
  : LooseObject

/** A custom kind by its name, in any of its versions. */
type NamedObject<Word extends string, C extends CustomKind> =
  C extends CustomKind<infer D>
    ? string extends D['kind']
      ? never
      : Word extends Lowercase<D['kind']> | `${Lowercase<D['kind']>}s`
        ? Stored<ObjectOf<C>>
        : never
    : never

/** A part of an object, at any depth: the server completes it. */
export type Draft<T> = T extends readonly (infer E)[]
  ? Draft<E>[]
  : T extends object
    ? { [K in keyof T]?: Draft<T[K]> | undefined }
    : T

/** An object to send. */
export type ObjectDraft<V, K, Kinds extends CustomKind = never> = {
  readonly apiVersion: V
  readonly kind: K
} & Omit<Draft<ObjectType<V, K, Kinds>>, 'apiVersion' | 'kind'>
