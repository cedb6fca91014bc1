// A profiler library for the tests: the smallest one that a .NET runtime loads, without any SDK header.
//
// Appends one line per callback to the file named by PIPESCOPE_PROFILER_LOG, or by the client data of an attach
// (`log=PATH;key=value;...`); the process id is added to a name that ends with a hyphen. Switches, in the client data or in variables of the same name with the prefix PIPESCOPE_PROFILER_:
//   fail=HRESULT in hexadecimal   InitializeForAttach answers with it
//   mask=N in hexadecimal         events asked for (default 0x4: module loads); the runtime's answer is passed on when it fails
//   detach=1                      asks to be unloaded right after an attach
//
// A COM object is a struct whose first member points to a table of functions; on x64 and arm64 a function that ignores surplus
// arguments can stand in every slot that is not used.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

typedef int32_t HResult;
struct Guid {
  uint32_t a;
  uint16_t b, c;
  uint8_t d[8];
};

static const Guid classId = {0xd1a60571, 0x9c0b, 0x4f5e, {0x8a, 0x77, 0x5b, 0x1c, 0x0f, 0x6e, 0x2d, 0x90}};
static const Guid iidUnknown = {0, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
static const Guid iidClassFactory = {1, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
static const Guid iidCallback = {0x176fbed1, 0xa55c, 0x4796, {0x98, 0xca, 0xa9, 0xda, 0x0e, 0xf8, 0x83, 0xe7}};
static const Guid iidCallback2 = {0x8a8cc829, 0xccf2, 0x49fe, {0xbb, 0xae, 0x0f, 0x02, 0x22, 0x28, 0x07, 0x1a}};
// The lowest one that an attach accepts.
static const Guid iidCallback3 = {0x4fd2ed52, 0x7731, 0x4b8d, {0x94, 0x69, 0x03, 0xd2, 0xcc, 0x30, 0x86, 0xc5}};
static const Guid iidInfo = {0x28b5557d, 0x3f3f, 0x48b4, {0x90, 0xb2, 0x5f, 0x9e, 0xea, 0x2f, 0x6c, 0x48}};
static const Guid iidInfo3 = {0xb555ed4f, 0x452a, 0x4e54, {0x8b, 0x39, 0xb5, 0x36, 0x0b, 0xad, 0x32, 0xa0}};

static const HResult noInterface = (HResult)0x80004002;
static const HResult classNotAvailable = (HResult)0x80040111;

static bool same(const Guid &left, const Guid &right) { return memcmp(&left, &right, sizeof(Guid)) == 0; }

static std::string clientText;
static std::atomic<int> moduleCount{0};
static void *detachInfo = nullptr;

static std::string option(const char *name) {
  std::string wanted = std::string(name) + "=";
  size_t from = 0;
  while (from <= clientText.size() && !clientText.empty()) {
    size_t to = clientText.find(';', from);
    if (to == std::string::npos) to = clientText.size();
    std::string part = clientText.substr(from, to - from);
    if (part.compare(0, wanted.size(), wanted) == 0) return part.substr(wanted.size());
    from = to + 1;
  }
  std::string variable = "PIPESCOPE_PROFILER_";
  for (const char *c = name; *c; c++) variable += (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c);
  const char *value = getenv(variable.c_str());
  return value ? value : "";
}

static void say(const std::string &line) {
  std::string path = option("log");
  if (path.empty()) return;
  if (path.back() == '-') path += std::to_string(getpid());
  if (FILE *file = fopen(path.c_str(), "ab")) {
    fprintf(file, "%s\n", line.c_str());
    fclose(file);
  }
}

struct Unknown {
  void **table;
};
typedef HResult (*QueryInterfaceCall)(void *, const Guid &, void **);
typedef uint32_t (*ReleaseCall)(void *);

static HResult nothing() { return 0; }
static uint32_t addRef(void *) { return 2; }
static uint32_t release(void *) { return 1; }

static HResult begin(void *infoUnknown) {
  void *info = nullptr;
  HResult found = ((QueryInterfaceCall)((Unknown *)infoUnknown)->table[0])(infoUnknown, iidInfo, &info);
  if (found < 0) return found;
  std::string mask = option("mask");
  uint32_t wanted = mask.empty() ? 0x4 : (uint32_t)strtoul(mask.c_str(), nullptr, 16);
  HResult set = ((HResult(*)(void *, uint32_t))((Unknown *)info)->table[16])(info, wanted);
  char text[64];
  snprintf(text, sizeof text, "mask 0x%x answer 0x%x", wanted, (uint32_t)set);
  say(text);
  ((ReleaseCall)((Unknown *)info)->table[2])(info);
  return set;
}

static HResult initialize(void *, void *infoUnknown) {
  say("initialize");
  return begin(infoUnknown);
}

static HResult initializeForAttach(void *, void *infoUnknown, void *bytes, uint32_t count) {
  clientText.assign((const char *)bytes, count);
  say("attach " + std::to_string(count) + " bytes " + clientText);
  std::string fail = option("fail");
  if (!fail.empty()) return (HResult)strtoul(fail.c_str(), nullptr, 16);
  HResult begun = begin(infoUnknown);
  // Only for the request of a detach, which is refused until the attach is complete.
  if (begun >= 0 && !option("detach").empty())
    ((QueryInterfaceCall)((Unknown *)infoUnknown)->table[0])(infoUnknown, iidInfo3, &detachInfo);
  return begun;
}

static HResult attachComplete(void *) {
  say("attach-complete");
  if (detachInfo != nullptr) {
    HResult asked = ((HResult(*)(void *, uint32_t))((Unknown *)detachInfo)->table[58])(detachInfo, 100);
    char text[64];
    snprintf(text, sizeof text, "detach answer 0x%x", (uint32_t)asked);
    say(text);
    ((ReleaseCall)((Unknown *)detachInfo)->table[2])(detachInfo);
    detachInfo = nullptr;
  }
  return 0;
}

static HResult detachSucceeded(void *) {
  say("detached");
  return 0;
}

static HResult moduleLoaded(void *, uintptr_t, HResult) {
  if (moduleCount.fetch_add(1) == 0) say("module");
  return 0;
}

static HResult shutdown(void *) {
  say("shutdown " + std::to_string(moduleCount.load()) + " modules");
  return 0;
}

static void *profilerTable[160];
static Unknown profiler = {profilerTable};
static void *factoryTable[5];
static Unknown factory = {factoryTable};

static HResult queryProfiler(void *self, const Guid &iid, void **out) {
  bool known = same(iid, iidUnknown) || same(iid, iidCallback) || same(iid, iidCallback2) || same(iid, iidCallback3);
  *out = known ? self : nullptr;
  return known ? 0 : noInterface;
}

static HResult queryFactory(void *self, const Guid &iid, void **out) {
  bool known = same(iid, iidUnknown) || same(iid, iidClassFactory);
  *out = known ? self : nullptr;
  return known ? 0 : noInterface;
}

static HResult createInstance(void *, void *, const Guid &iid, void **out) { return queryProfiler(&profiler, iid, out); }

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
extern "C" EXPORTED HResult DllGetClassObject(const Guid &id, const Guid &iid, void **out) {
  if (!same(id, classId)) return classNotAvailable;
  for (void *&slot : profilerTable) slot = (void *)nothing;
  profilerTable[0] = (void *)queryProfiler;
  profilerTable[1] = (void *)addRef;
  profilerTable[2] = (void *)release;
  profilerTable[3] = (void *)initialize;
  profilerTable[4] = (void *)shutdown;
  profilerTable[14] = (void *)moduleLoaded;
  profilerTable[80] = (void *)initializeForAttach;
  profilerTable[81] = (void *)attachComplete;
  profilerTable[82] = (void *)detachSucceeded;
  factoryTable[0] = (void *)queryFactory;
  factoryTable[1] = (void *)addRef;
  factoryTable[2] = (void *)release;
  factoryTable[3] = (void *)createInstance;
  factoryTable[4] = (void *)nothing;
  return queryFactory(&factory, iid, out);
}
