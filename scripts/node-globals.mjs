// These are getters of the global object: each use of them calls a function, several times in a request. In a bundle all
// modules use the values.
export const { Buffer, performance, process } = globalThis
