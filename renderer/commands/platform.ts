/** Decides between Ctrl and the command key, nothing else. */
export const isMac = /mac/i.test(globalThis.navigator?.platform ?? '')
