/** Branded identities and units. A brand costs nothing at run time; it keeps a pid from being used as a session id. */
declare const brand: unique symbol
type Branded<T, Name extends string> = T & { readonly [brand]: Name }

/** Process id as the operating system of this machine sees it. */
export type Pid = Branded<number, 'Pid'>
/** `pid:startKey` for local endpoints: pid reuse gives another key (protocol: the key in the socket's name is the start time). */
export type ProcessKey = Branded<string, 'ProcessKey'>
/** One live view's data source: a target (or an opened file) that is being decoded. Unique for the life of the app. */
export type LiveId = Branded<string, 'LiveId'>
/** Position of a series in the catalog of its LiveId; dense, never reused. */
export type SeriesIndex = Branded<number, 'SeriesIndex'>

export const asPid = (value: number): Pid => value as Pid
export const asProcessKey = (value: string): ProcessKey => value as ProcessKey
export const asLiveId = (value: string): LiveId => value as LiveId
export const asSeriesIndex = (value: number): SeriesIndex => value as SeriesIndex
