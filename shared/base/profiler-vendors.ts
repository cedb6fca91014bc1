const clsidPattern = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/i

/** Without braces, in capitals; null when it is none. */
export function readClsid(text: string): string | null {
  return clsidPattern.exec(text.trim())?.[1]?.toUpperCase() ?? null
}

/** Class ids that vendors document for their profilers for .NET (not .NET Framework). */
const vendors: Readonly<Record<string, string>> = {
  '846F5F1C-F9AE-4B07-969E-05C26BC060D8': 'Datadog',
  '918728DD-259F-4A6A-AC2B-B85E1B658318': 'OpenTelemetry .NET',
  '36032161-FFC0-4B61-B559-F6C5D41BAE5A': 'New Relic',
  'FA65FE15-F085-4681-9B20-95E04F6C03CC': 'Elastic APM',
  'B4C89B0F-9908-4F73-9F59-0D77C5A06874': 'SignalFx',
  '324F817A-7420-4E6D-B3C1-143FBED6D855': 'CLR Instrumentation Engine',
  '6A494330-5848-4A23-9D87-0E57BBF6DE79': 'dotnet-monitor',
}

export function vendorOf(clsid: string): string | null {
  return vendors[clsid.toUpperCase()] ?? null
}

/** What is known of a CLSID that is being written. */
export function vendorText(text: string): string {
  const clsid = readClsid(text)
  if (clsid === null) return 'A GUID, with or without braces.'
  return vendorOf(clsid) ?? 'Not a CLSID that Pipescope recognizes.'
}
