/** The file that the commit thread starts with. */
export const THREAD_ENTRY = new URL('./commit-thread.js', import.meta.url)
