/** The last part of the name of an image, without registry, tag and digest. */
export function imageBaseName(image: string): string {
  const [name = ''] = image.split('@')
  const last = name.slice(name.lastIndexOf('/') + 1)
  const [base = ''] = last.split(':')
  return base
}
