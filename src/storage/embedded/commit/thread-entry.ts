/** The entry file of the commit thread. */
export const THREAD_ENTRY = new URL('./commit-thread.js', import.meta.url)
