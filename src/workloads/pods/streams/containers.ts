import type { Pod } from '#kinds/core/pod/schema.js'

type Annotations = Readonly<Record<string, string>> | undefined

export const statusOf = ({ status }: Readonly<Pod>, container: string) =>
  [
    ...(status.containerStatuses ?? []),
    ...(status.initContainerStatuses ?? []),
    ...(status.ephemeralContainerStatuses ?? []),
  ].find(({ name }) => name === container)

/** `simulation.binnacle.dev/NAME` holds for all containers of a pod, `NAME.simulation.binnacle.dev/CONTAINER` for one. */
export class ContainerAnnotation {
  readonly #ofAll: string
  readonly #prefix: string

  constructor(name: string) {
    this.#ofAll = `simulation.binnacle.dev/${name}`
    this.#prefix = `${name}.simulation.binnacle.dev/`
  }

  /** The name and the value of the annotation for a container. */
  find(annotations: Annotations, container: string): readonly [name: string, value: string] | undefined {
    for (const name of [this.#prefix + container, this.#ofAll]) {
      const value = annotations?.[name]
      if (value !== undefined) return [name, value]
    }
    return undefined
  }
}
