/// SINEW_IS_SANITIZED, defined where a sanitizer has its own allocator: memory cannot be counted or
/// limited there.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SINEW_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SINEW_IS_SANITIZED 1
#endif
#endif
