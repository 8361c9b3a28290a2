#include <catch2/catch.hpp>
#include <petsc/file_option.hpp>

using sinew::file_option;

TEST_CASE("petsc: options that read or write files are found, however they are written") {
    CHECK(file_option("-ksp_type cg -options_file /dev/zero") == "-options_file");
    CHECK(file_option("-OPTIONS_FILE x") == "-options_file");
    CHECK(file_option("'-options_file' x") == "-options_file");
    CHECK(file_option("  \"-options_file_yaml\"  x") == "-options_file_yaml");
    CHECK(file_option("-options_string_yaml 'options_file: x'") == "-options_string_yaml");
    CHECK(file_option("-prefix_push options_ -file x -prefix_pop") == "-prefix_push");
    CHECK(file_option("-viewer_binary_filename x") == "-viewer_binary_filename");
    CHECK(file_option("-pc_type python") == "-pc_type python");
    CHECK(file_option("-pc_python_type os.path") == "-pc_python_type");
    CHECK(file_option("-mat_mumps_ooc_tmpdir tmp") == "-mat_mumps_ooc_tmpdir");
    CHECK(file_option("-mat_mumps_icntl_22 1") == "-mat_mumps_icntl_22");
    CHECK(file_option("-ksp_view ascii:view.txt") == "-ksp_view ascii:view.txt");
    CHECK(file_option("-ksp_view_mat binary") == "-ksp_view_mat binary");
    CHECK(file_option("-ksp_monitor 'ascii:a b.txt'") == "-ksp_monitor ascii:a b.txt");
    CHECK(file_option("-ksp_converged_reason ascii:r.txt::append") ==
          "-ksp_converged_reason ascii:r.txt::append");
    CHECK(file_option("-ksp_monitor socket::9000") == "-ksp_monitor socket::9000");
    CHECK(file_option("-ksp_view_rhs /tmp/x") == "-ksp_view_rhs /tmp/x");
}

TEST_CASE("petsc: options that have nothing to do with files are left alone") {
    for (const char* options :
         {"", "-ksp_type cg -pc_type gamg -pc_gamg_agg_nsmooths 0", "-ksp_monitor",
          "-ksp_view ascii", "-ksp_view ascii::ascii_info_detail", "-pc_factor_shift_amount -1e-3",
          "-ksp_type preonly -pc_type lu -pc_factor_mat_solver_type mumps -mat_mumps_icntl_22 0",
          "-pc_type fieldsplit -pc_fieldsplit_0_fields 0-8:2",
          "-pc_type hypre -pc_hypre_boomeramg_max_iter 2"}) {
        CAPTURE(options);
        CHECK(file_option(options).empty());
    }
}
