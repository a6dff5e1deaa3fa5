/** The group and version that the kinds of this folder belong to. */
export const extensionsV1beta1 = { group: 'extensions', version: 'v1beta1' } as const
