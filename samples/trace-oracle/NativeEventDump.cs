using System;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Linq;
using System.Reflection;

namespace Pipescope.Samples
{
    /// <summary>
    /// The events of the runtime that runs this program, from its own description of them: one line each,
    /// <c>id version name type field, type field, ...</c> with tabs between. Fields of arrays are not described there.
    /// </summary>
    internal static class NativeEventDump
    {
        public static void Write()
        {
            const BindingFlags all =
                BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            var source = typeof(object).Assembly.GetType("System.Diagnostics.Tracing.NativeRuntimeEventSource");
            if (source == null) return;
            foreach (var method in source.GetMethods(all))
            {
                var described = method.GetCustomAttributes<EventAttribute>().FirstOrDefault();
                if (described == null) continue;
                var fields = method.GetParameters().Select(field => $"{FieldType(field.ParameterType)} {field.Name}");
                Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                    $"{described.EventId}\t{described.Version}\t{method.Name}\t{string.Join(", ", fields)}"));
            }
        }

        private static string FieldType(Type type) => (type.IsEnum ? Enum.GetUnderlyingType(type) : type).Name;
    }
}
