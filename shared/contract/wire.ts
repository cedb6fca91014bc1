/** Names on the wire between preload and main. Apart from the channel map, so that preload stays free of schemas. */
export const invokeChannelPrefix = 'pipescope:'
export const openStreamChannel = 'pipescope:open-stream'
export const streamPortChannel = 'pipescope:stream-port'
/** Preload -> main: the path of a real file that a person dropped. The page cannot name this channel. */
export const grantFileChannel = 'pipescope-grant-file'
