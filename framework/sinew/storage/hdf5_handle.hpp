/// HDF5's handles and error messages, bound to scopes.
#pragma once

#include <hdf5.h>

#include <utility>

namespace sinew::hdf5 {

/// Owns one identifier; `Close` is its closing function.
template <herr_t (*Close)(hid_t)>
class Handle {
public:
    Handle() = default;
    /// Takes the identifier over.
    explicit Handle(hid_t id) : id_(id) {}
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~Handle() {
        if (id_ >= 0) Close(id_);
    }
    operator hid_t() const { return id_; }
    /// True if the identifier is valid.
    bool valid() const { return id_ >= 0; }

private:
    hid_t id_ = -1;
};

using File = Handle<H5Fclose>;
using Object = Handle<H5Oclose>;
using DataSet = Handle<H5Dclose>;
using Space = Handle<H5Sclose>;
using Type = Handle<H5Tclose>;
using Properties = Handle<H5Pclose>;
using Attribute = Handle<H5Aclose>;

/// HDF5 prints a stack for every failure; our messages report it in our own words.
class Silence {
public:
    Silence() {
        H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    H5E_auto2_t function_ = nullptr;
    void* data_ = nullptr;
};

}  // namespace sinew::hdf5
