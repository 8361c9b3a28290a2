/// The line at the bottom of a terminal that is drawn again and again, and its size.
#pragma once

#include <string>

namespace sinew {

/// Draws the line on standard error in place of the one before. Messages of the log take it away
/// first, so that both stay whole.
void draw_status_line(const std::string& text);
/// Takes the line away, if one is drawn.
void clear_status_line();

/// Columns of the terminal of standard error now (80 if it does not say).
int terminal_width();
/// True if the locale of the environment (LC_ALL, LC_CTYPE, LANG) writes UTF-8.
bool locale_is_utf8();

}  // namespace sinew
