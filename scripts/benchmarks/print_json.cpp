// A peer of `decode-rt --nested`: entities as lines of JSON, by the printer of C++ protobuf.
//
//   print_json DESCRIPTORS FILE.pb...
//
// DESCRIPTORS is a serialized FileDescriptorSet, of which the last file has transit_realtime.FeedMessage.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/util/json_util.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

using namespace google::protobuf;

static std::string whole(const char *path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

int main(int count, char **arguments) {
    if (count < 3) return 64;
    FileDescriptorSet set;
    if (!set.ParseFromString(whole(arguments[1]))) return 65;
    DescriptorPool pool;
    for (const auto &file : set.file())
        if (!pool.BuildFile(file)) return 65;
    const Descriptor *type = pool.FindMessageTypeByName("transit_realtime.FeedMessage");
    if (!type) return 65;
    DynamicMessageFactory factory(&pool);
    const Message *prototype = factory.GetPrototype(type);
    const FieldDescriptor *entity = type->FindFieldByName("entity");
    util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    options.always_print_enums_as_ints = true;
    std::ios::sync_with_stdio(false);
    std::string line;
    for (int i = 2; i < count; i++) {
        std::unique_ptr<Message> message(prototype->New());
        if (!message->ParseFromString(whole(arguments[i]))) return 65;
        const Reflection *reflection = message->GetReflection();
        for (int place = 0; place < reflection->FieldSize(*message, entity); place++) {
            line.clear();
            if (!util::MessageToJsonString(reflection->GetRepeatedMessage(*message, entity, place), &line, options).ok())
                return 65;
            line += '\n';
            std::cout.write(line.data(), line.size());
        }
    }
    std::cout.flush();
    return std::cout ? 0 : 74;
}
