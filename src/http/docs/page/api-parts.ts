/** A part of the API with a document of its own. */
export interface ApiPart {
  /** The path that it is about, without the first slash. */
  readonly name: string
  /** What a person calls it. */
  readonly label: string
  readonly url: string
  /** Whether objects are kept there; the other parts describe the server. */
  readonly isGroupVersion: boolean
}

/** What `/openapi/v3` answers with. */
export interface ApiIndex {
  readonly paths: { readonly [name: string]: { readonly serverRelativeURL: string } }
}

const GROUP_VERSION = /^(?:apis\/([^/]+\/[^/]+)|api\/([^/]+))$/

/** The parts in alphabetical order, those with objects first. */
export function apiParts({ paths }: ApiIndex): ApiPart[] {
  const parts = Object.entries(paths).map(([name, { serverRelativeURL }]) => {
    const match = GROUP_VERSION.exec(name)
    return {
      name,
      label: match?.[1] ?? match?.[2] ?? `/${name}`,
      url: serverRelativeURL,
      isGroupVersion: match !== null,
    }
  })
  return parts.sort(
    (left, right) =>
      Number(right.isGroupVersion) - Number(left.isGroupVersion) || (left.name < right.name ? -1 : 1),
  )
}

/** The part that a query such as `?part=apis/extensions/v1beta1` names; the first one if it names none. */
export function chosenPart(parts: readonly ApiPart[], search: string): ApiPart | undefined {
  const wanted = new URLSearchParams(search).get('part')
  return parts.find(({ name }) => name === wanted) ?? parts[0]
}

export const linkTo = ({ name }: ApiPart) => `?part=${encodeURIComponent(name).replaceAll('%2F', '/')}`
