#include "plot.hpp"

#include <vtkAxis.h>
#include <vtkBrush.h>
#include <vtkChartLegend.h>
#include <vtkChartXY.h>
#include <vtkContextActor.h>
#include <vtkContextScene.h>
#include <vtkDoubleArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPen.h>
#include <vtkPlotPoints.h>
#include <vtkRenderer.h>
#include <vtkRenderWindow.h>
#include <vtkTable.h>
#include <vtkTextProperty.h>
#include <vtkWindowToImageFilter.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <vector>

#include "display.hpp"
#include "png.hpp"

namespace sinew::results {

namespace {

using nlohmann::json;

// Distinct also for the colour-blind, and in grey (Okabe & Ito 2008).
constexpr std::array<std::array<unsigned char, 3>, 6> colours{
    {{0, 114, 178}, {213, 94, 0}, {0, 158, 115}, {204, 121, 167}, {230, 159, 0}, {0, 0, 0}}};
constexpr int plot_width = 960, plot_height = 600, text_size = 18;
constexpr std::size_t most_markers = 50;  // of a line: beyond that they hide it

struct Range {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    void add(const std::vector<double>& values) {
        for (const double value : values) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    }
    /// Position of a value between the ends, 0 to 1.
    double place(double value, bool log) const {
        return log ? std::log(value / least) / std::log(most / least)
                   : (value - std::min(least, 0.0)) / (most - std::min(least, 0.0));
    }
};

/// Linear axes show zero: what is compared are ratios.
void set_axis(vtkAxis& axis, const std::string& title, bool log, const Range& range) {
    axis.SetTitle(title);
    axis.GetTitleProperties()->SetFontSize(text_size);
    axis.GetTitleProperties()->BoldOff();
    axis.GetLabelProperties()->SetFontSize(text_size - 2);
    axis.SetLogScale(log);
    axis.SetBehavior(vtkAxis::FIXED);
    if (log)
        axis.SetUnscaledRange(range.least / 1.3, range.most * 1.3);
    else
        axis.SetRange(1.15 * std::min(range.least, 0.0), 1.15 * range.most);
    axis.GetGridPen()->SetColor(225, 225, 225);
}

void add_series(vtkChartXY& chart, const json& series, std::size_t number, bool log_x, bool log_y) {
    const auto x = series.at("x").get<std::vector<double>>();
    const auto y = series.at("y").get<std::vector<double>>();
    vtkNew<vtkTable> table;
    vtkNew<vtkDoubleArray> columns[2];
    columns[0]->SetName("x");
    columns[1]->SetName(series.at("label").get<std::string>().c_str());
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
        if ((log_x && !(x[i] > 0)) || (log_y && !(y[i] > 0))) continue;
        columns[0]->InsertNextValue(x[i]);
        columns[1]->InsertNextValue(y[i]);
    }
    table->AddColumn(columns[0]);
    table->AddColumn(columns[1]);
    vtkPlot* line = chart.AddPlot(vtkChart::LINE);
    line->SetInputData(table, 0, 1);
    const auto& colour = colours[number % colours.size()];
    line->SetColor(colour[0], colour[1], colour[2], 255);
    line->SetWidth(2.5F);
    auto* points = vtkPlotPoints::SafeDownCast(line);
    points->SetMarkerStyle(x.size() > most_markers ? vtkPlotPoints::NONE : vtkPlotPoints::CIRCLE);
    points->SetMarkerSize(9);
}

/// True if lines on the right run rather below the middle than above it.
bool ends_low(const json& wanted, const Range& x, const Range& y) {
    double sum = 0;
    for (const json& series : wanted.at("series")) {
        const auto at = series.at("x").get<std::vector<double>>();
        const auto values = series.at("y").get<std::vector<double>>();
        for (std::size_t i = 0; i < std::min(at.size(), values.size()); ++i)
            if (x.place(at[i], wanted.at("log_x")) > 0.6)
                sum += y.place(values[i], wanted.at("log_y")) - 0.5;
    }
    return sum < 0;
}

void fill(vtkChartXY& chart, const json& wanted) {
    const bool log_x = wanted.at("log_x"), log_y = wanted.at("log_y");
    Range x, y;
    std::size_t number = 0;
    for (const json& series : wanted.at("series")) {
        x.add(series.at("x").get<std::vector<double>>());
        y.add(series.at("y").get<std::vector<double>>());
        add_series(chart, series, number++, log_x, log_y);
    }
    chart.SetTitle(wanted.at("title").get<std::string>());
    chart.GetTitleProperties()->SetFontSize(text_size + 4);
    set_axis(*chart.GetAxis(vtkAxis::BOTTOM), wanted.at("x"), log_x, x);
    set_axis(*chart.GetAxis(vtkAxis::LEFT), wanted.at("y"), log_y, y);
    chart.SetShowLegend(true);
    chart.GetLegend()->SetLabelSize(text_size - 2);
    chart.GetLegend()->SetVerticalAlignment(ends_low(wanted, x, y) ? vtkChartLegend::TOP
                                                                   : vtkChartLegend::BOTTOM);
    chart.GetLegend()->SetHorizontalAlignment(vtkChartLegend::RIGHT);
}

}  // namespace

int plot(const std::string& description, const std::string& picture) {
    std::ifstream stream(description);
    const json wanted = json::parse(stream, nullptr, false);
    const Display display;
    vtkNew<vtkRenderer> renderer;
    vtkNew<vtkRenderWindow> window;
    renderer->SetBackground(1, 1, 1);
    window->SetOffScreenRendering(1);
    window->SetMultiSamples(0);  // texts would get shadows
    window->SetSize(plot_width, plot_height);
    window->AddRenderer(renderer);
    vtkNew<vtkChartXY> chart;
    try {
        fill(*chart, wanted);
    } catch (const json::exception& error) {
        throw InputError(Diagnostic::error(description + " describes no plot: " + error.what()));
    }
    vtkNew<vtkContextActor> actor;
    actor->GetScene()->AddItem(chart);
    actor->GetScene()->SetRenderer(renderer);
    renderer->AddActor(actor);
    window->Render();
    vtkNew<vtkWindowToImageFilter> grab;
    grab->SetInput(window);
    grab->ReadFrontBufferOff();
    grab->Update();
    write_png(picture, grab->GetOutput());
    return 0;
}

}  // namespace sinew::results
