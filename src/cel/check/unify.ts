import { type CelType, isDynamic, listOf, mapOf, typeOf } from '#cel/types.js'

/** The type substitutions found so far. An assignability check may add some; a failed one leaves none behind. */
export class Substitutions {
  readonly #types = new Map<number, CelType>()
  /** The former values of variables that the current check has changed, the latest last. */
  #changes: [id: number, before: CelType | undefined][] = []
  #nextId = 0

  fresh(): CelType {
    return { kind: 'variable', id: this.#nextId++ }
  }

  /** Whether each type is assignable to its counterpart. */
  assignableAll(from: readonly CelType[], to: readonly CelType[]): boolean {
    if (from.length !== to.length) return false
    this.#changes = []
    const fits = from.every((type, index) => this.#assign(type, to[index] as CelType))
    if (!fits) this.#undo()
    return fits
  }

  #set(id: number, type: CelType): void {
    this.#changes.push([id, this.#types.get(id)])
    this.#types.set(id, type)
  }

  #undo(): void {
    for (const [id, before] of this.#changes.reverse()) {
      if (before) this.#types.set(id, before)
      else this.#types.delete(id)
    }
  }

  assignable(from: CelType, to: CelType): boolean {
    return this.assignableAll([from], [to])
  }

  /** The type with known variables substituted; others become `dyn` if `unknownIsDyn`. */
  resolve(type: CelType, unknownIsDyn = false): CelType {
    switch (type.kind) {
      case 'variable': {
        const known = this.#types.get(type.id)
        if (known) return this.resolve(known, unknownIsDyn)
        return unknownIsDyn ? { kind: 'dyn' } : type
      }
      case 'list':
        return { ...type, ...listOf(this.resolve(type.element, unknownIsDyn)) }
      case 'map':
        return {
          ...type,
          ...mapOf(this.resolve(type.key, unknownIsDyn), this.resolve(type.value, unknownIsDyn)),
        }
      case 'opaque':
        return {
          ...type,
          parameters: type.parameters.map((parameter) => this.resolve(parameter, unknownIsDyn)),
        }
      case 'type':
        return typeOf(this.resolve(type.of, unknownIsDyn))
      default:
        return type
    }
  }

  #assign(from: CelType, to: CelType): boolean {
    if (to.kind === 'variable') {
      const bound = this.#bind(to.id, from)
      if (bound !== undefined) return bound
    }
    if (from.kind === 'variable') return this.#bind(from.id, to) ?? false
    if (isDynamic(from) || isDynamic(to)) return true
    if (from.kind === 'null') return takesNull(to)
    if (to.kind === 'null') return takesNull(from)
    if (from.kind !== to.kind) return false
    switch (from.kind) {
      case 'object':
        return from.name === (to as typeof from).name
      case 'list':
      case 'map':
        return this.#assignParts(from, to)
      case 'opaque':
        return from.name === (to as typeof from).name && this.#assignParts(from, to)
      default:
        return true
    }
  }

  #assignParts(from: CelType, to: CelType): boolean {
    const others = partsOf(to)
    const parts = partsOf(from)
    return (
      parts.length === others.length &&
      parts.every((part, index) => this.#assign(part, others[index] as CelType))
    )
  }

  /** Binds a variable to a type. Undefined if that fails, but the type might be bound to the variable instead. */
  #bind(id: number, type: CelType): boolean | undefined {
    if (type.kind === 'variable' && type.id === id) return true
    const known = this.#types.get(id)
    if (known === undefined) {
      if (this.#mentions(type, id)) return undefined
      this.#set(id, type)
      return true
    }
    if (sameType(known, type)) return true
    if (!this.#assign(type, known)) return false
    const general = isLessSpecific(type, known) ? type : known
    if (!this.#mentions(general, id)) this.#set(id, general)
    return true
  }

  #mentions(type: CelType, id: number): boolean {
    if (type.kind === 'variable') {
      if (type.id === id) return true
      const known = this.#types.get(type.id)
      return known !== undefined && this.#mentions(known, id)
    }
    return partsOf(type).some((part) => this.#mentions(part, id))
  }

  /** The more general of two mutually assignable types. */
  mostGeneral(left: CelType, right: CelType): CelType {
    return isLessSpecific(left, right) ? left : right
  }
}

/** The type arguments of a type. */
export function partsOf(type: CelType): readonly CelType[] {
  switch (type.kind) {
    case 'list':
      return [type.element]
    case 'map':
      return [type.key, type.value]
    case 'opaque':
      return type.parameters
    default:
      return []
  }
}

/** Types with null values. */
const takesNull = ({ kind }: CelType) =>
  kind === 'null' || kind === 'object' || kind === 'opaque' || kind === 'timestamp' || kind === 'duration'

export function sameType(left: CelType, right: CelType): boolean {
  if (left.kind !== right.kind) return false
  if (left.kind === 'variable') return left.id === (right as typeof left).id
  if (left.kind === 'type') return sameType(left.of, (right as typeof left).of)
  if (left.kind === 'object' || left.kind === 'opaque' || left.kind === 'parameter') {
    if (left.name !== (right as typeof left).name) return false
  }
  const others = partsOf(right)
  const parts = partsOf(left)
  return (
    parts.length === others.length && parts.every((part, index) => sameType(part, others[index] as CelType))
  )
}

function isLessSpecific(left: CelType, right: CelType): boolean {
  if (left.kind === 'dyn' || left.kind === 'variable') return true
  if (right.kind === 'dyn' || right.kind === 'variable') return false
  // Where both are assignable, null is a value of the other type.
  if (right.kind === 'null') return true
  if (left.kind !== right.kind) return false
  const parts = partsOf(left)
  if (parts.length === 0) return sameType(left, right)
  if (left.kind === 'opaque' && left.name !== (right as typeof left).name) return false
  const others = partsOf(right)
  return (
    parts.length === others.length &&
    parts.every((part, index) => isLessSpecific(part, others[index] as CelType))
  )
}
