/** Names on the wire between preload and main. Apart from the channel map, so that preload stays free of schemas. */
export const invokeChannelPrefix = 'pipescope:'
export const openStreamChannel = 'pipescope:open-stream'
export const streamPortChannel = 'pipescope:stream-port'
