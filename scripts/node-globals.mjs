// These globals are getters: each use calls a function, several times per request. In a bundle all modules use the
// values.
export const { Buffer, performance, process } = globalThis
