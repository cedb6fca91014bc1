using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Reflection;
using System.Text;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Microsoft.Diagnostics.Tracing.EventPipe;

namespace Pipescope.Samples
{
    /// <summary>
    /// Every event of a file with everything the library knows about it, one line of tab-separated text each, in the library's
    /// order, then one line that starts with <c>#</c>: number of events, lost events, sync ticks, ticks per second.
    ///
    ///   ticks thread processor activity related stack provider id version name payloadBytes keywords level opcode fields...
    ///
    /// Stack: hexadecimal addresses, leaf first, with blanks between. A field is <c>name=value</c>: integers in decimal, booleans as 0 and 1,
    /// floating point as the 16 hexadecimal digits of the double (NaN: <c>nan</c>), text quoted, times as FILETIME, bytes as x and
    /// hexadecimal digits, arrays in [], objects in {}. What cannot be decoded is <c>!</c> and the error's type.
    /// </summary>
    internal static unsafe class EventDump
    {
        private static readonly FieldInfo RecordField =
            typeof(TraceEvent).GetField("eventRecord", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)!;

        public static void Write(string path)
        {
            using var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false), 1 << 16);
            using var source = new EventPipeEventSource(path);
            Subscribe(source);
            long count = 0;
            var line = new StringBuilder();
            source.AllEvents += traceEvent =>
            {
                count++;
                line.Clear();
                Describe(line, traceEvent);
                line.Append('\n');
                output.Write(line);
            };
            source.Process();
            output.Write(string.Create(CultureInfo.InvariantCulture, $"#\t{count}\t{source.EventsLost}\t{source.SessionStartTime.ToFileTimeUtc()}\n"));
        }

        /// <summary>The library names an event of a provider only when the provider's parser has a subscriber.</summary>
        public static void Subscribe(EventPipeEventSource source)
        {
            static void Ignore(TraceEvent _) { }
            source.Clr.All += Ignore;
            new ClrRundownTraceEventParser(source).All += Ignore;
            new ClrPrivateTraceEventParser(source).All += Ignore;
            new SampleProfilerTraceEventParser(source).All += Ignore;
            source.Dynamic.All += Ignore;
        }

#pragma warning disable CS0618 // Discouraged because the ticks need a clock to mean anything; here they are compared as they are.
        private static void Describe(StringBuilder line, TraceEvent traceEvent)
        {
            line.Append(CultureInfo.InvariantCulture, $"{traceEvent.TimeStampQPC}\t{traceEvent.ThreadID}\t{traceEvent.ProcessorNumber}\t");
            line.Append(CultureInfo.InvariantCulture, $"{traceEvent.ActivityID:D}\t{traceEvent.RelatedActivityID:D}\t");
            AppendStack(line, traceEvent);
            line.Append('\t').Append(traceEvent.ProviderName).Append('\t');
            line.Append(CultureInfo.InvariantCulture, $"{(int)traceEvent.ID}\t{traceEvent.Version}\t");
            line.Append(traceEvent.EventName).Append('\t');
            line.Append(CultureInfo.InvariantCulture, $"{traceEvent.EventDataLength}\t{(ulong)traceEvent.Keywords:x}\t{(int)traceEvent.Level}\t{(int)traceEvent.Opcode}");
            // Without a template the library invents fields of its own.
            if (traceEvent.GetType().Name == "UnhandledTraceEvent") return;
            string[] names = traceEvent.PayloadNames;
            for (int index = 0; index < names.Length; index++)
            {
                object? value;
                try
                {
                    value = traceEvent.PayloadValue(index);
                }
                catch (Exception error)
                {
                    line.Append('\t').Append(names[index]).Append("=!").Append(error.GetType().Name);
                    continue;
                }
                // Self-describing events are one object without a name.
                if (names.Length == 1 && names[0] == "" && value is IDictionary<string, object> fields)
                {
                    foreach (var field in fields) AppendField(line, field.Key, field.Value);
                }
                else AppendField(line, names[index], value);
            }
        }

        private static void AppendField(StringBuilder line, string name, object? value)
        {
            line.Append('\t').Append(name).Append('=');
            AppendValue(line, value);
        }

        /// <summary>Addresses are not public outside of converted traces; they are in the record's extended data, as in ETW.</summary>
        private static void AppendStack(StringBuilder line, TraceEvent traceEvent)
        {
            byte* record = (byte*)Pointer.Unbox((Pointer)RecordField.GetValue(traceEvent)!);
            int itemCount = *(ushort*)(record + 84);
            byte* items = *(byte**)(record + 88);
            for (int index = 0; index < itemCount; index++)
            {
                byte* item = items + index * 16;
                int kind = *(ushort*)(item + 2);
                int size = *(ushort*)(item + 6);
                byte* bytes = *(byte**)(item + 8);
                // 5: addresses of 32 bits, 6: of 64 bits; both after a match id of 8 bytes.
                if (kind != 5 && kind != 6) continue;
                int width = kind == 5 ? 4 : 8;
                for (int offset = 8; offset + width <= size; offset += width)
                {
                    if (offset > 8) line.Append(' ');
                    ulong address = width == 4 ? *(uint*)(bytes + offset) : *(ulong*)(bytes + offset);
                    line.Append(CultureInfo.InvariantCulture, $"{address:x}");
                }
            }
        }

        private static void AppendValue(StringBuilder line, object? value)
        {
            switch (value)
            {
                case null: line.Append("\"\""); break;
                case bool yes: line.Append(yes ? '1' : '0'); break;
                case string text: AppendText(line, text); break;
                case char letter: line.Append((int)letter); break;
                case double number: AppendReal(line, number); break;
                case float number: AppendReal(line, number); break;
                case Guid guid: line.Append(guid.ToString("D")); break;
                case DateTime time: line.Append(time.Ticks < 504911232000000000 ? 0 : time.ToFileTimeUtc()); break;
                case Enum kind: line.Append(Convert.ToString(Convert.ChangeType(kind, Enum.GetUnderlyingType(kind.GetType()), CultureInfo.InvariantCulture), CultureInfo.InvariantCulture)); break;
                case byte[] bytes: line.Append('x').Append(Convert.ToHexStringLower(bytes)); break;
                case IDictionary<string, object> fields:
                    line.Append('{');
                    bool isFirst = true;
                    foreach (var field in fields)
                    {
                        if (!isFirst) line.Append(',');
                        isFirst = false;
                        line.Append(field.Key).Append('=');
                        AppendValue(line, field.Value);
                    }
                    line.Append('}');
                    break;
                case IEnumerable items:
                    line.Append('[');
                    bool isHead = true;
                    foreach (object? item in items)
                    {
                        if (!isHead) line.Append(',');
                        isHead = false;
                        AppendValue(line, item);
                    }
                    line.Append(']');
                    break;
                default: line.Append(Convert.ToString(value, CultureInfo.InvariantCulture)); break;
            }
        }

        private static void AppendReal(StringBuilder line, double number)
        {
            if (double.IsNaN(number)) line.Append("nan");
            else line.Append(CultureInfo.InvariantCulture, $"{BitConverter.DoubleToInt64Bits(number):x16}");
        }

        private static void AppendText(StringBuilder line, string text)
        {
            line.Append('"');
            foreach (char unit in text)
            {
                if (unit == '"' || unit == '\\') line.Append('\\').Append(unit);
                else if (unit < ' ' || unit > '~') line.Append(CultureInfo.InvariantCulture, $"\\u{(int)unit:x4}");
                else line.Append(unit);
            }
            line.Append('"');
        }
    }
}
