#include <fmt/format.h>

#include <cmath>
#include <sinew/mechanics/basis/force_file.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>

namespace sinew {

std::vector<RecordedForce> read_force_file(const Path& file) {
    std::ifstream stream = open_file(file);
    TextLines lines(stream, file.written);
    std::vector<RecordedForce> all;
    while (lines.next_with_content('#')) {
        std::string_view rest = lines.line();
        Eigen::Matrix<double, 6, 1> numbers;
        for (double& x : numbers)
            if (!to_number(next_word(rest), x) || !std::isfinite(x))
                lines.fail("a recorded force is six finite numbers", "write x y z fx fy fz");
        if (!trimmed(rest).empty())
            lines.fail("a recorded force is six numbers, and there is more",
                       "write x y z fx fy fz");
        all.push_back({numbers.head<3>(), numbers.tail<3>(), lines.mark()});
    }
    if (all.empty())
        throw InputError(file.mark, file.written + " holds no forces",
                         "write lines x y z fx fy fz, or sketch again");
    return all;
}

std::string force_file_text(const std::string& comment, const std::vector<RecordedForce>& forces) {
    std::string text = "# " + comment + "\n";
    for (const RecordedForce& one : forces)
        text += fmt::format("{:.12g} {:.12g} {:.12g} {:.9g} {:.9g} {:.9g}\n", one.at.x(),
                            one.at.y(), one.at.z(), one.force.x(), one.force.y(), one.force.z());
    return text;
}

}  // namespace sinew
